// Lists the places at which the reference reports a bad field. It reads sources and needs no module but Go itself.
module kubewright.dev/tools/real/validation-sites

go 1.24.0
