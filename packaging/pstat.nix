# SPDX-License-Identifier: MIT
# nix-build -E 'with import <nixpkgs> { }; callPackage ./packaging/pstat.nix { }', from the root of the tree
{ lib, stdenv }:

stdenv.mkDerivation {
  pname = "pstat";
  version = "0.1.0";
  src = lib.cleanSource ../.;

  makeFlags = [ "STATIC=" "prefix=${placeholder "out"}" ];
  enableParallelBuilding = true;

  doInstallCheck = true;
  installCheckPhase = ''
    $out/bin/pstat --version | grep -q 0.1.0
  '';

  meta = {
    description = "Count performance events of a command or of the whole system";
    homepage = "https://github.com/OWNER/pstat";
    license = lib.licenses.mit;
    platforms = lib.platforms.linux;
    mainProgram = "pstat";
  };
}
