// Gives the targets of TidemarkPch.cmake something to compile.
