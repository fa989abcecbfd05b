package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"
)

// The package with the constructors of field errors.
const errorsPackage = "k8s.io/apimachinery/pkg/util/validation/field"

// Which argument of a constructor is the message. Constructors without a message are identified by name.
var textArguments = map[string]int{
	"Invalid": 2, "Required": 1, "Forbidden": 1, "TypeInvalid": 2, "NotSupported": -1, "Duplicate": -1, "NotFound": -1,
	"TooLong": -1, "TooLongCharacters": -1, "TooLongMaxLength": -1, "TooMany": -1, "TooFew": -1, "TooShort": -1,
	"InternalError": -1,
}

// source is a file that is being read.
type source struct {
	program   *program
	file, pkg string
	imports   map[string]string
}

func (s source) addTexts(declared *ast.GenDecl) {
	for _, spec := range declared.Specs {
		value, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for i, name := range value.Names {
			if i < len(value.Values) {
				if text := s.textOf(value.Values[i]); text != "" {
					s.program.texts[s.pkg+"."+name.Name] = text
				}
			}
		}
	}
}

func (s source) addFunction(name, mentioned string, body ast.Node) {
	added := &function{pkg: s.pkg, name: name, mentions: map[string]bool{}}
	ast.Inspect(body, func(node ast.Node) bool {
		switch found := node.(type) {
		case *ast.CallExpr:
			if site, ok := s.siteOf(found); ok {
				site.ID = fmt.Sprintf("%s.%s#%d", shortPath(s.pkg), name, len(added.sites)+1)
				added.sites = append(added.sites, site)
			}
		case *ast.SelectorExpr:
			s.mention(added, found)
		case *ast.Ident:
			added.mentions[s.pkg+"."+found.Name] = true
		}
		return true
	})
	full := s.pkg + "." + mentioned
	s.program.functions[full] = append(s.program.functions[full], added)
}

// mention notes pkg.Name, and value.Method as a method of this package: methods of other packages cannot be resolved without types.
func (s source) mention(in *function, selector *ast.SelectorExpr) {
	if left, ok := selector.X.(*ast.Ident); ok {
		if imported, ok := s.imports[left.Name]; ok {
			in.mentions[imported+"."+selector.Sel.Name] = true
		}
	}
}

func (s source) siteOf(call *ast.CallExpr) (Site, bool) {
	called := call.Fun
	if generic, ok := called.(*ast.IndexExpr); ok {
		called = generic.X
	}
	selector, ok := called.(*ast.SelectorExpr)
	if !ok {
		return Site{}, false
	}
	left, ok := selector.X.(*ast.Ident)
	if !ok || s.imports[left.Name] != errorsPackage {
		return Site{}, false
	}
	argument, ok := textArguments[selector.Sel.Name]
	if !ok {
		return Site{}, false
	}
	at := s.program.files.Position(call.Pos())
	site := Site{File: s.file, Line: at.Line, Column: at.Column, Error: selector.Sel.Name}
	if argument >= 0 && argument < len(call.Args) {
		site.Text = s.textOf(call.Args[argument])
	}
	return site, true
}

// textOf returns the constant part of a string expression.
func (s source) textOf(expression ast.Expr) string {
	switch found := expression.(type) {
	case *ast.BasicLit:
		if found.Kind == token.STRING {
			text, _ := strconv.Unquote(found.Value)
			return text
		}
	case *ast.BinaryExpr:
		left, right := s.textOf(found.X), s.textOf(found.Y)
		if found.Op == token.ADD && left != "" && right != "" {
			return left + right
		}
		return left
	case *ast.Ident:
		return s.program.texts[s.pkg+"."+found.Name]
	case *ast.SelectorExpr:
		if left, ok := found.X.(*ast.Ident); ok {
			return s.program.texts[s.imports[left.Name]+"."+found.Sel.Name]
		}
	case *ast.CallExpr:
		// fmt.Sprintf, and functions of strings such as strings.Join, whose first argument is not a string.
		if len(found.Args) > 0 {
			return s.textOf(found.Args[0])
		}
	}
	return ""
}

// shortPath returns the short name of a package: core/validation, apiextensions/validation.
func shortPath(pkg string) string {
	for _, prefix := range []string{
		"k8s.io/kubernetes/pkg/apis/", "k8s.io/kubernetes/pkg/", "k8s.io/apiextensions-apiserver/pkg/apis/",
		"k8s.io/apiextensions-apiserver/pkg/", "k8s.io/apimachinery/pkg/", "k8s.io/apiserver/pkg/",
	} {
		if rest, ok := strings.CutPrefix(pkg, prefix); ok {
			return rest
		}
	}
	return path.Clean(pkg)
}
