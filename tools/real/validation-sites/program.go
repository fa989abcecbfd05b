package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// A function, or a variable of a package that may hold one.
type function struct {
	pkg, name string
	// The functions of these names that it mentions, in its own package or another: path.name.
	mentions map[string]bool
	sites    []Site
}

// program holds the functions of all packages that were read, by their full names: path.name.
type program struct {
	files     *token.FileSet
	functions map[string][]*function
	// Constant strings, by the full names of their constants.
	texts map[string]string
}

func newProgram() *program {
	return &program{files: token.NewFileSet(), functions: map[string][]*function{}, texts: map[string]string{}}
}

// read adds the packages below a folder of a module.
func (p *program) read(module, directory, folder string) error {
	root := filepath.Join(directory, folder)
	return filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		parsed, err := parser.ParseFile(p.files, file, nil, 0)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(directory, file)
		if err != nil {
			return err
		}
		p.add(path.Join(module, filepath.ToSlash(relative)), parsed)
		return nil
	})
}

func (p *program) add(file string, parsed *ast.File) {
	source := source{program: p, file: file, pkg: path.Dir(file), imports: importsOf(parsed)}
	// Constants first: a message may be declared below the function that reports it.
	for _, declaration := range parsed.Decls {
		if general, ok := declaration.(*ast.GenDecl); ok && general.Tok != token.IMPORT {
			source.addTexts(general)
		}
	}
	for _, declaration := range parsed.Decls {
		switch declared := declaration.(type) {
		case *ast.FuncDecl:
			if declared.Body != nil {
				source.addFunction(nameOf(declared), declared.Name.Name, declared.Body)
			}
		case *ast.GenDecl:
			for _, spec := range declared.Specs {
				if variable, ok := spec.(*ast.ValueSpec); ok && declared.Tok == token.VAR {
					for _, name := range variable.Names {
						source.addFunction(name.Name, name.Name, variable)
					}
				}
			}
		}
	}
}

// nameOf is Type.Method for a method.
func nameOf(declared *ast.FuncDecl) string {
	if declared.Recv == nil || len(declared.Recv.List) == 0 {
		return declared.Name.Name
	}
	receiver := declared.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	if generic, ok := receiver.(*ast.IndexExpr); ok {
		receiver = generic.X
	}
	if name, ok := receiver.(*ast.Ident); ok {
		return name.Name + "." + declared.Name.Name
	}
	return declared.Name.Name
}

// importsOf returns the paths of the imported packages by the names they have in the file.
func importsOf(parsed *ast.File) map[string]string {
	imports := map[string]string{}
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = imported
	}
	return imports
}

// sites returns the calls in all functions, each with the resources that lead to it.
func (p *program) sites() []Site {
	resources := p.resources()
	var all []Site
	for name, functions := range p.functions {
		for _, function := range functions {
			if function.pkg+"."+lastOf(function.name) != name {
				continue
			}
			for _, site := range function.sites {
				site.Resources = append([]string{}, resources[function]...)
				all = append(all, site)
			}
		}
	}
	return all
}

// lastOf is the name by which a function is mentioned: that of a method without its type.
func lastOf(name string) string { return name[strings.LastIndex(name, ".")+1:] }
