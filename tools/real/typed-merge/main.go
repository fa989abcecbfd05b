// Runs typed merges with sigs.k8s.io/structured-merge-diff: reads a request and writes a response as a JSON line each. Sets of
// fields are fieldsV1 strings in both directions.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"k8s.io/kube-openapi/pkg/schemaconv"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/merge"
	"sigs.k8s.io/structured-merge-diff/v6/typed"
)

// question is one line of input; each operation reads the fields it needs.
type question struct {
	Op      string                  `json:"op"`
	Schemas map[string]*spec.Schema `json:"schemas"`
	// Renames has the name of a field in a version, if it differs from the default.
	Renames    map[string]map[string]string `json:"renames"`
	Ignored    map[string]string            `json:"ignored"`
	Version    string                       `json:"version"`
	Value      any                          `json:"value"`
	Live       any                          `json:"live"`
	Next       any                          `json:"next"`
	Set        string                       `json:"set"`
	Other      string                       `json:"other"`
	Managers   []manager                    `json:"managers"`
	Manager    string                       `json:"manager"`
	Force      bool                         `json:"force"`
	Duplicates bool                         `json:"duplicates"`

	parsers map[string]*typed.ParseableType
}

type manager struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Applied bool   `json:"applied"`
	Set     string `json:"set"`
}

type answer struct {
	Error     string            `json:"error,omitempty"`
	Sets      map[string]string `json:"sets,omitempty"`
	Paths     []string          `json:"paths,omitempty"`
	Value     any               `json:"value"`
	IsNothing bool              `json:"isNothing,omitempty"`
	Managers  []manager         `json:"managers,omitempty"`
	Conflicts []string          `json:"conflicts,omitempty"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for in.Scan() {
		if err := encoder.Encode(reply(in.Bytes())); err != nil {
			panic(err)
		}
		out.Flush()
	}
}

func reply(line []byte) (a answer) {
	defer func() {
		if reason := recover(); reason != nil {
			a = answer{Error: fmt.Sprintf("panic: %v", reason)}
		}
	}()
	q := question{parsers: map[string]*typed.ParseableType{}}
	if err := json.Unmarshal(line, &q); err != nil {
		return answer{Error: "question: " + err.Error()}
	}
	a, err := q.answer()
	if err != nil {
		return answer{Error: err.Error()}
	}
	return a
}

func (q *question) answer() (answer, error) {
	switch q.Op {
	case "sets":
		return q.sets()
	case "fields":
		v, err := q.typed(q.Value, typed.AllowDuplicates)
		if err != nil {
			return answer{}, err
		}
		set, err := v.ToFieldSet()
		if err != nil {
			return answer{}, err
		}
		return answer{Sets: map[string]string{"fields": text(set)}, Paths: paths(set)}, nil
	case "errors":
		options := []typed.ValidationOptions{}
		if q.Duplicates {
			options = append(options, typed.AllowDuplicates)
		}
		_, err := q.typed(q.Value, options...)
		return answer{}, err
	case "compare", "merge":
		live, err := q.typed(q.Live, typed.AllowDuplicates)
		if err != nil {
			return answer{}, err
		}
		if q.Op == "merge" {
			next, err := q.typed(q.Next)
			if err != nil {
				return answer{}, err
			}
			merged, err := live.Merge(next)
			if err != nil {
				return answer{}, err
			}
			return plain(merged), nil
		}
		next, err := q.typed(q.Next, typed.AllowDuplicates)
		if err != nil {
			return answer{}, err
		}
		c, err := live.Compare(next)
		if err != nil {
			return answer{}, err
		}
		return answer{Sets: map[string]string{"added": text(c.Added), "modified": text(c.Modified), "removed": text(c.Removed)}}, nil
	case "remove", "extract":
		v, err := q.typed(q.Value)
		if err != nil {
			return answer{}, err
		}
		if q.Op == "remove" {
			return plain(v.RemoveItems(setOf(q.Set))), nil
		}
		return plain(v.ExtractItems(setOf(q.Set))), nil
	case "update", "apply":
		return q.write()
	}
	return answer{}, fmt.Errorf("unknown operation %q", q.Op)
}

func (q *question) sets() (answer, error) {
	one, two := setOf(q.Set), setOf(q.Other)
	return answer{
		Sets: map[string]string{
			"set":                 text(one),
			"union":               text(one.Union(two)),
			"intersection":        text(one.Intersection(two)),
			"difference":          text(one.Difference(two)),
			"recursiveDifference": text(one.RecursiveDifference(two)),
			"leaves":              text(one.Leaves()),
		},
		Paths: paths(one),
	}, nil
}

func (q *question) write() (answer, error) {
	live, err := q.typed(q.Live, typed.AllowDuplicates)
	if err != nil {
		return answer{}, err
	}
	options := []typed.ValidationOptions{}
	if q.Op == "update" {
		options = append(options, typed.AllowDuplicates)
	}
	next, err := q.typed(q.Next, options...)
	if err != nil {
		return answer{}, err
	}
	updater := merge.Updater{Converter: &converter{q}}
	if q.Ignored != nil {
		updater.IgnoreFilter = map[fieldpath.APIVersion]fieldpath.Filter{}
		for version, set := range q.Ignored {
			updater.IgnoreFilter[fieldpath.APIVersion(version)] = fieldpath.NewExcludeSetFilter(setOf(set))
		}
	}
	managers := fieldpath.ManagedFields{}
	for _, m := range q.Managers {
		managers[m.Name] = fieldpath.NewVersionedSet(setOf(m.Set), fieldpath.APIVersion(m.Version), m.Applied)
	}
	if q.Op == "update" {
		_, after, err := updater.Update(live, next, fieldpath.APIVersion(q.Version), managers, q.Manager)
		if err != nil {
			return answer{}, err
		}
		return answer{Managers: list(after)}, nil
	}
	object, after, err := updater.Apply(live, next, fieldpath.APIVersion(q.Version), managers, q.Manager, q.Force)
	if conflicts, ok := err.(merge.Conflicts); ok {
		return answer{Conflicts: describe(conflicts)}, nil
	}
	if err != nil {
		return answer{}, err
	}
	a := answer{IsNothing: true}
	if object != nil {
		a = plain(object)
	}
	a.Managers = list(after)
	return a, nil
}

// describe lists conflicts manager by manager: upstream's order of managers is that of a Go map.
func describe(conflicts merge.Conflicts) []string {
	sort.SliceStable(conflicts, func(i, j int) bool { return conflicts[i].Manager < conflicts[j].Manager })
	texts := []string{}
	for _, c := range conflicts {
		texts = append(texts, c.Manager+" "+c.Path.String())
	}
	return texts
}

func list(fields fieldpath.ManagedFields) []manager {
	managers := []manager{}
	for name, set := range fields {
		managers = append(managers, manager{name, string(set.APIVersion()), set.Applied(), text(set.Set())})
	}
	sort.Slice(managers, func(i, j int) bool { return managers[i].Name < managers[j].Name })
	return managers
}

func plain(v *typed.TypedValue) answer {
	if v.AsValue() == nil {
		return answer{}
	}
	return answer{Value: v.AsValue().Unstructured()}
}

func (q *question) typed(v any, options ...typed.ValidationOptions) (*typed.TypedValue, error) {
	return q.typedIn(v, q.Version, options...)
}

// typedIn creates one parser per version, so that all values of a version have the same type.
func (q *question) typedIn(v any, version string, options ...typed.ValidationOptions) (*typed.TypedValue, error) {
	definition, ok := q.Schemas[version]
	if !ok {
		return nil, noVersion(version)
	}
	if _, ok := q.parsers[version]; !ok {
		schema, err := schemaconv.ToSchemaFromOpenAPI(map[string]*spec.Schema{"root": definition}, false)
		if err != nil {
			return nil, err
		}
		parser := &typed.Parser{}
		schema.CopyInto(&parser.Schema)
		root := parser.Type("root")
		q.parsers[version] = &root
	}
	return q.parsers[version].FromUnstructured(v, options...)
}

type noVersion string

func (v noVersion) Error() string { return "no version " + string(v) }

// converter renames fields at the top of objects.
type converter struct{ q *question }

func (c *converter) Convert(object *typed.TypedValue, version fieldpath.APIVersion) (*typed.TypedValue, error) {
	fields, ok := object.AsValue().Unstructured().(map[string]any)
	if !ok {
		return object, fmt.Errorf("not an object")
	}
	from, _ := fields["apiVersion"].(string)
	if from == string(version) {
		return object, nil
	}
	converted := map[string]any{}
	for name, v := range fields {
		converted[c.rename(name, from, string(version))] = v
	}
	converted["apiVersion"] = string(version)
	return c.q.typedIn(converted, string(version))
}

func (c *converter) rename(name, from, to string) string {
	general := name
	for field, own := range c.q.Renames[from] {
		if own == name {
			general = field
		}
	}
	if own, ok := c.q.Renames[to][general]; ok {
		return own
	}
	return general
}

func (c *converter) IsMissingVersionError(err error) bool {
	_, ok := err.(noVersion)
	return ok
}

func setOf(fieldsV1 string) *fieldpath.Set {
	set := &fieldpath.Set{}
	if err := set.FromJSON(strings.NewReader(fieldsV1)); err != nil {
		panic(err)
	}
	return set
}

func text(set *fieldpath.Set) string {
	fieldsV1, err := set.ToJSON()
	if err != nil {
		panic(err)
	}
	return string(fieldsV1)
}

func paths(set *fieldpath.Set) []string {
	texts := []string{}
	set.Iterate(func(path fieldpath.Path) { texts = append(texts, path.String()) })
	return texts
}
