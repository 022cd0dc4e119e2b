// Package deploy tests the files with which the service is deployed against the types of
// Kubernetes and of Compose. It is a module of its own, so that the service does not depend on
// either, and runs the program with their settings.
package deploy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/yaml"
)

// TestKubernetes reads every manifest strictly: an unknown field, or a value of another type, is
// an error. What refers to pods must select those of a Deployment. The example of a Secret is no
// file that `kubectl apply -f` of the directory reads, and the program refuses its keys.
func TestKubernetes(t *testing.T) {
	files, err := filepath.Glob("kubernetes/*")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	var deployments []*apps.Deployment
	settings := map[string]map[string]string{} // of ConfigMaps and Secrets
	selectors := map[string]*meta.LabelSelector{}
	names := map[string]bool{}
	var used []string // names that must be among them
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for document := range bytes.SplitSeq(text, []byte("\n---\n")) {
			var kind meta.TypeMeta
			if err := yaml.Unmarshal(document, &kind); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			object := map[string]meta.Object{
				"v1 ConfigMap": &core.ConfigMap{}, "v1 Secret": &core.Secret{}, "v1 Service": &core.Service{},
				"apps/v1 Deployment": &apps.Deployment{}, "policy/v1 PodDisruptionBudget": &policy.PodDisruptionBudget{},
				"autoscaling/v2 HorizontalPodAutoscaler": &autoscaling.HorizontalPodAutoscaler{},
				"networking.k8s.io/v1 NetworkPolicy":     &networking.NetworkPolicy{},
			}[kind.APIVersion+" "+kind.Kind]
			if object == nil {
				t.Errorf("%s: %+v is not known to this test", file, kind)
				continue
			}
			if err := yaml.UnmarshalStrict(document, object); err != nil {
				t.Errorf("%s: %s: %v", file, kind.Kind, err)
				continue
			}
			name := kind.Kind + "/" + object.GetName()
			names[name] = true
			switch o := object.(type) {
			case *apps.Deployment:
				deployments = append(deployments, o)
				selectors[name] = o.Spec.Selector
				used = append(used, references(&o.Spec.Template.Spec.Containers[0])...)
				checkPod(t, name, &o.Spec.Template.Spec)
			case *core.ConfigMap:
				settings[name] = o.Data
			case *core.Secret:
				if slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(file)) {
					t.Errorf("%s: kubectl apply of the directory overwrites the %s that is there", file, name)
				}
				settings[name] = o.StringData
			case *core.Service:
				selectors[name] = &meta.LabelSelector{MatchLabels: o.Spec.Selector}
			case *policy.PodDisruptionBudget:
				selectors[name] = o.Spec.Selector
			case *networking.NetworkPolicy:
				selectors[name] = &o.Spec.PodSelector
			case *autoscaling.HorizontalPodAutoscaler:
				used = append(used, o.Spec.ScaleTargetRef.Kind+"/"+o.Spec.ScaleTargetRef.Name)
				if metric := o.Spec.Metrics[0].Pods.Metric.Name; !hasText(t, "../../server/service/metrics.go", `"`+metric+`"`) {
					t.Errorf("the program has no metric %s", metric)
				}
			}
		}
	}
	for _, name := range used {
		if !names[name] {
			t.Errorf("%s is referred to and not there", name)
		}
	}
	for name, by := range selectors {
		selector, err := meta.LabelSelectorAsSelector(by)
		if err != nil || !slices.ContainsFunc(deployments, func(d *apps.Deployment) bool { return selector.Matches(labels.Set(d.Spec.Template.Labels)) }) {
			t.Errorf("%s selects no pods: %v, %v", name, by, err)
		}
	}
	for _, d := range deployments {
		pod := &d.Spec.Template.Spec
		env := environment(&pod.Containers[0], settings)
		checkProbes(t, d.Name, &pod.Containers[0], env)
		checkGrace(t, d.Name, pod, env)
		for _, key := range []string{"SEAL_KEY", "API_KEYS"} {
			placeholder, set := env[key]
			if !set {
				continue // workers have no API_KEYS
			}
			env[key] = strings.ReplaceAll(placeholder, "change-me", "0123456789abcdef0123456789abcdef")
			out, err := start(t, pod.Containers[0].Args, map[string]string{key: placeholder, "DATABASE_URL": "", "LISTEN": ""})
			if err == nil || !strings.Contains(out, "thoughtful: "+key+": ") {
				t.Errorf("%s: the program accepts the placeholder of %s: %v: %s", d.Name, key, err, out)
			}
		}
		configures(t, d.Name, pod.Containers[0].Args, env)
	}
}

// references returns the ConfigMaps and Secrets of a container.
func references(c *core.Container) (names []string) {
	for _, from := range c.EnvFrom {
		if from.ConfigMapRef != nil {
			names = append(names, "ConfigMap/"+from.ConfigMapRef.Name)
		}
		if from.SecretRef != nil {
			names = append(names, "Secret/"+from.SecretRef.Name)
		}
	}
	for _, v := range c.Env {
		if v.ValueFrom != nil && v.ValueFrom.SecretKeyRef != nil {
			names = append(names, "Secret/"+v.ValueFrom.SecretKeyRef.Name)
		}
	}
	return names
}

// environment returns the environment of a container.
func environment(c *core.Container, settings map[string]map[string]string) map[string]string {
	env := map[string]string{}
	for _, from := range c.EnvFrom {
		if from.ConfigMapRef != nil {
			maps.Copy(env, settings["ConfigMap/"+from.ConfigMapRef.Name])
		}
		if from.SecretRef != nil {
			maps.Copy(env, settings["Secret/"+from.SecretRef.Name])
		}
	}
	for _, v := range c.Env {
		env[v.Name] = v.Value
		if v.ValueFrom != nil {
			from := v.ValueFrom.SecretKeyRef
			env[v.Name] = settings["Secret/"+from.Name][from.Key]
		}
	}
	return env
}

// checkProbes checks that probes ask the port on which the program listens, and paths that it
// has, and that a process has time for migrations before it listens.
func checkProbes(t *testing.T, name string, c *core.Container, env map[string]string) {
	t.Helper()
	listen, source := env["LISTEN"], "../../api/api.go"
	if c.Args[0] == "work" {
		listen, source = env["WORK_LISTEN"], "../../server/service/worker.go"
	}
	port := c.Ports[0]
	if listen != fmt.Sprintf(":%d", port.ContainerPort) {
		t.Errorf("%s listens on %s and has port %d", name, listen, port.ContainerPort)
	}
	if p := c.StartupProbe; p == nil || p.PeriodSeconds*p.FailureThreshold < 300 {
		t.Errorf("%s is killed while it waits for migrations", name)
	}
	for _, probe := range []*core.Probe{c.StartupProbe, c.ReadinessProbe, c.LivenessProbe} {
		if probe != nil && (probe.HTTPGet.Port.StrVal != port.Name || !hasText(t, source, probe.HTTPGet.Path+`"`)) {
			t.Errorf("%s: a probe asks for %s on port %s", name, probe.HTTPGet.Path, probe.HTTPGet.Port.StrVal)
		}
	}
}

// checkGrace checks that a process is not killed while it stops.
func checkGrace(t *testing.T, name string, p *core.PodSpec, env map[string]string) {
	t.Helper()
	grace := 10 * time.Second // the default
	if text := env["SHUTDOWN_GRACE"]; text != "" {
		var err error
		if grace, err = time.ParseDuration(text); err != nil {
			t.Error(name, err)
		}
	}
	if l := p.Containers[0].Lifecycle; l != nil {
		grace += time.Duration(l.PreStop.Sleep.Seconds) * time.Second
	}
	// Connections have five seconds more, and so have other parts.
	if kill := time.Duration(*p.TerminationGracePeriodSeconds) * time.Second; kill < grace+15*time.Second {
		t.Errorf("%s is killed %s after the signal to stop; it may take %s and 15 seconds", name, kill, grace)
	}
}

// checkPod checks that a container has no more rights than it needs.
func checkPod(t *testing.T, name string, p *core.PodSpec) {
	t.Helper()
	c := p.Containers[0]
	s := c.SecurityContext
	if !*p.SecurityContext.RunAsNonRoot || *p.SecurityContext.RunAsUser != 65532 || !*s.ReadOnlyRootFilesystem ||
		*s.AllowPrivilegeEscalation || !slices.Contains(s.Capabilities.Drop, "ALL") {
		t.Errorf("%s has more rights than it needs", name)
	}
	if c.Resources.Requests.Memory().Cmp(*c.Resources.Limits.Memory()) > 0 {
		t.Errorf("%s requests more memory than it may have", name)
	}
}

// TestScraping checks that Prometheus finds the pods under the name that the alerts expect, and with
// the labels by which the autoscaler gets its metric.
func TestScraping(t *testing.T) {
	var prometheus struct {
		Jobs []struct {
			Name          string `json:"job_name"`
			Authorization map[string]string
			Pods          []struct {
				Selectors []struct{ Label string }
			} `json:"kubernetes_sd_configs"`
			Relabel []struct {
				Sources []string `json:"source_labels"`
				Regex   string
				Target  string `json:"target_label"`
			} `json:"relabel_configs"`
		} `json:"scrape_configs"`
	}
	var adapter struct {
		Rules []struct{ SeriesQuery string }
	}
	for file, into := range map[string]any{"prometheus/kubernetes.yml": &prometheus, "prometheus/adapter.yml": &adapter} {
		text, err := os.ReadFile(file)
		if err == nil {
			err = yaml.Unmarshal(text, into)
		}
		if err != nil {
			t.Fatal(file, err)
		}
	}
	job := prometheus.Jobs[0]
	if job.Authorization["credentials_file"] == "" || !hasText(t, "prometheus/alerts.yml", `up{job="`+job.Name+`"}`) {
		t.Errorf("the job %s has no key, or alerts expect another", job.Name)
	}
	want := "thoughtful_queue_length{"
	for _, r := range job.Relabel {
		if r.Target != "" {
			want += r.Target + `!="",`
		}
	}
	if want = strings.TrimSuffix(want, ",") + "}"; adapter.Rules[0].SeriesQuery != want {
		t.Errorf("prometheus-adapter looks for %s, and pods have %s", adapter.Rules[0].SeriesQuery, want)
	}
	label, value, _ := strings.Cut(job.Pods[0].Selectors[0].Label, "=")
	for file, port := range map[string]string{"kubernetes/service.yaml": "http", "kubernetes/workers.yaml": "metrics"} {
		if !hasText(t, file, "      labels: {"+label+": "+value+",") || !hasText(t, file, "- {name: "+port+", containerPort:") ||
			!slices.Contains(strings.Split(job.Relabel[0].Regex, "|"), port) {
			t.Errorf("%s: its port %s is not scraped", file, port)
		}
		if hasText(t, file, "prometheus.io/") {
			t.Errorf("%s: Prometheus asks for its metrics a second time, without a key", file)
		}
	}
	if !hasText(t, "kubernetes/service.yaml", "metric: {name: thoughtful_queue_length}") {
		t.Error("the autoscaler goes by another metric")
	}
}

// TestCompose loads docker-compose.yml as `docker compose config` does, with and without the
// profile scale.
func TestCompose(t *testing.T) {
	for profile, want := range map[string][]string{
		"":      {"postgres", "redis", "thoughtful"},
		"scale": {"balancer", "postgres", "redis", "replica-1", "replica-2", "replica-3", "thoughtful"},
	} {
		options, err := cli.NewProjectOptions([]string{"../../docker-compose.yml"}, cli.WithProfiles([]string{profile}),
			cli.WithName("thoughtful"), cli.WithEnv([]string{"SEAL_KEY=0123456789abcdef0123456789abcdef"}))
		if err != nil {
			t.Fatal(err)
		}
		project, err := options.LoadProject(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		names := project.ServiceNames()
		if slices.Sort(names); !slices.Equal(names, want) {
			t.Errorf("profile %q has %v", profile, names)
		}
		config, err := os.ReadFile("haproxy.cfg")
		if err != nil {
			t.Fatal(err)
		}
		for name, s := range project.Services {
			if s.Build != nil {
				env := map[string]string{}
				for name, value := range s.Environment {
					env[name] = *value
				}
				configures(t, name, []string{"serve"}, env)
			}
			if s.Image != "" && !regexp.MustCompile(`:[^:@]+@sha256:[0-9a-f]{64}$`).MatchString(s.Image) {
				t.Errorf("the image of %s is not named by tag and digest: %s", name, s.Image)
			}
			if !strings.HasPrefix(name, "replica-") {
				continue
			}
			address := s.Networks["replicas"].Ipv4Address
			if !strings.Contains(string(config), "server "+name+" "+address+":8080") {
				t.Errorf("the balancer does not know %s at %s", name, address)
			}
			if balancer := project.Services["balancer"].Networks["replicas"].Ipv4Address; *s.Environment["TRUSTED_PROXIES"] != balancer {
				t.Errorf("%s does not trust the balancer, %s", name, balancer)
			}
			if *s.StopGracePeriod < types.Duration(25*time.Second) {
				t.Errorf("%s is killed after %s", name, s.StopGracePeriod)
			}
			if *s.Environment["SEAL_KEY"] != "0123456789abcdef0123456789abcdef" {
				t.Errorf("%s has another SEAL_KEY", name)
			}
		}
	}
}

// TestComposeKey checks that no page has Compose run with a key that is new each time, on a database
// that is sealed under the first one, and that the file with the key stays on the machine.
func TestComposeKey(t *testing.T) {
	for _, page := range []string{"../run/several-machines.md", "../run/one-machine.md", "../run/access.md", "../../README.md", "../../docker-compose.yml"} {
		if hasText(t, page, "$(openssl rand -hex 16) docker") {
			t.Errorf("%s runs Compose with a new key each time", page)
		}
	}
	for _, file := range []string{"../../.gitignore", "../../.dockerignore"} {
		if !hasText(t, file, "\n/.env\n") {
			t.Errorf("%s does not leave out .env", file)
		}
	}
}

// hasText reports whether a file of the program has a text.
func hasText(t *testing.T, file, text string) bool {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(source), text)
}

// program builds the program and returns its path.
var program = sync.OnceValues(func() (string, error) {
	path, err := filepath.Abs("../../bin/deploy-test")
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-o", path, "./server")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// start runs the program in an environment, and returns what it says until it ends. The database has
// an address that can't be opened.
func start(t *testing.T, args []string, env map[string]string) (string, error) {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), path, args...)
	command.Env = []string{"PATH=" + os.Getenv("PATH")}
	for variable, value := range env {
		switch variable {
		case "DATABASE_URL":
			value = "postgres://127.0.0.1/nothing?sslmode=unheard-of"
		case "LISTEN", "WORK_LISTEN":
			value = "127.0.0.1:0"
		}
		command.Env = append(command.Env, variable+"="+value)
	}
	out, err := command.CombinedOutput()
	return string(out), err
}

// configures runs the program in an environment, which must have only settings that the command
// has, with valid values.
func configures(t *testing.T, name string, args []string, env map[string]string) {
	t.Helper()
	help, err := start(t, append(slices.Clone(args), "--help"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for variable := range env {
		if !regexp.MustCompile(`\$` + variable + `\b`).MatchString(help) {
			t.Errorf("%s: %s has no setting %s", name, args, variable)
		}
	}
	out, err := start(t, args, env)
	const internal = 4 // the exit status when something else than the settings is wrong
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != internal || !strings.Contains(out, "thoughtful: DATABASE_URL: ") {
		t.Errorf("%s: the program does not accept its settings: %v: %s", name, err, out)
	}
}
