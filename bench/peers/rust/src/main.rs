//! The workloads of bench/runtime on kube-rs. bench/README.md explains the variables.
use std::{
    collections::BTreeMap,
    fs::OpenOptions,
    io::Write,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use futures::StreamExt;
use k8s_openapi::api::core::v1::{ConfigMap, Pod};
use kube::{
    Api, Client, CustomResource, Resource, ResourceExt,
    api::{Patch, PatchParams, PostParams},
    core::NamespaceResourceScope,
    runtime::{
        Controller, WatchStreamExt,
        controller::{self, Action},
        reflector::{self, ObjectRef, Store, reflector},
        watcher,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EnvVar {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Port {
    name: String,
    port: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    protocol: Option<String>,
}

#[derive(CustomResource, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[kube(group = "bench.example.dev", version = "v1", kind = "Widget", namespaced, status = "WidgetStatus")]
#[serde(rename_all = "camelCase")]
pub struct WidgetSpec {
    image: String,
    replicas: i32,
    #[serde(default)]
    revision: i64,
    #[serde(default)]
    paused: bool,
    #[serde(default)]
    message: String,
    #[serde(default)]
    selector: BTreeMap<String, String>,
    #[serde(default)]
    env: Vec<EnvVar>,
    #[serde(default)]
    ports: Vec<Port>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WidgetStatus {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    phase: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    observed_generation: Option<i64>,
}

fn var(k: &str) -> String {
    std::env::var(k).unwrap_or_default()
}

fn now() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos()
}

fn event(s: &str) {
    let mut f = OpenOptions::new().append(true).create(true).open(var("EVENTS")).unwrap();
    writeln!(f, "{s}").unwrap();
}

fn api<K>(client: &Client) -> Api<K>
where
    K: Resource<DynamicType = (), Scope = NamespaceResourceScope>,
{
    let ns = var("NS");
    if ns.is_empty() { Api::all(client.clone()) } else { Api::namespaced(client.clone(), &ns) }
}

async fn sync<K>(api: Api<K>)
where
    K: Resource<DynamicType = ()> + Clone + DeserializeOwned + std::fmt::Debug + Send + Sync + 'static,
{
    let writer = reflector::store::Writer::new(());
    let reader = writer.as_reader();
    let stream = watcher(api, watcher::Config::default()).default_backoff();
    tokio::spawn(reflector(writer, stream).for_each(|result| async move {
        if let Err(error) = result {
            eprintln!("{error}")
        }
    }));
    reader.wait_until_ready().await.unwrap();
    event(&format!("synced {}", now()));
    std::future::pending::<()>().await;
}

struct Ctx {
    client: Client,
    cms: Store<ConfigMap>,
    record: bool,
    stamps: Mutex<Vec<String>>,
    first: AtomicBool,
}

async fn reconcile(w: Arc<Widget>, ctx: Arc<Ctx>) -> Result<Action, kube::Error> {
    if ctx.record {
        let t = now();
        if !ctx.first.swap(true, Ordering::Relaxed) {
            event(&format!("synced {}", t)); // The first reconcile follows the initial list.
        }
        ctx.stamps.lock().unwrap().push(format!("rec {} {}", w.resource_version().unwrap_or_default(), t));
        return Ok(Action::await_change());
    }
    let ns = w.namespace().unwrap_or_default();
    let name = w.name_any();
    if ctx.cms.get(&ObjectRef::new(&name).within(&ns)).is_none() {
        let mut cm = ConfigMap::default();
        cm.metadata.name = Some(name.clone());
        cm.metadata.namespace = Some(ns.clone());
        cm.metadata.owner_references = w.controller_owner_ref(&()).map(|o| vec![o]);
        cm.data = Some(BTreeMap::from([
            ("image".to_string(), w.spec.image.clone()),
            ("replicas".to_string(), w.spec.replicas.to_string()),
        ]));
        match Api::<ConfigMap>::namespaced(ctx.client.clone(), &ns).create(&PostParams::default(), &cm).await {
            Err(kube::Error::Api(e)) if e.code == 409 => {}
            Err(e) => return Err(e),
            Ok(_) => {}
        }
    }
    if w.status.as_ref().and_then(|s| s.phase.as_deref()) != Some("Ready") {
        let p = serde_json::json!({"status": {"phase": "Ready", "observedGeneration": w.meta().generation}});
        Api::<Widget>::namespaced(ctx.client.clone(), &ns)
            .patch_status(&name, &PatchParams::default(), &Patch::Merge(&p))
            .await?;
    }
    if !ctx.first.swap(true, Ordering::Relaxed) {
        event(&format!("firstrec {}", now()));
    }
    Ok(Action::await_change())
}

#[tokio::main]
async fn main() {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(tracing_subscriber::filter::LevelFilter::WARN).init();
    let client = Client::try_default().await.unwrap();
    tokio::spawn(async {
        let mut s = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::user_defined2()).unwrap();
        while s.recv().await.is_some() {
            unsafe { libc::malloc_trim(0) };
        }
    });
    let work = var("WORKLOAD");
    if work == "A" {
        if var("KIND") == "pods" {
            sync(Api::<Pod>::all(client)).await
        } else {
            sync(api::<Widget>(&client)).await
        }
        return;
    }
    let cfg = watcher::Config::default();
    let writer = reflector::store::Writer::<ConfigMap>::new(());
    let cms = writer.as_reader();
    let record = work == "B";
    let ctx = Arc::new(Ctx {
        client: client.clone(),
        cms: cms.clone(),
        record,
        stamps: Mutex::new(vec![]),
        first: AtomicBool::new(false),
    });
    let mut c = Controller::new(api::<Widget>(&client), cfg.clone())
        .with_config(controller::Config::default().concurrency(10))
        .shutdown_on_signal();
    let store = c.store();
    if !record {
        let st = reflector(writer, watcher(api::<ConfigMap>(&client), cfg).default_backoff()).touched_objects();
        c = c.owns_stream(st);
    }
    if !record {
        tokio::spawn(async move {
            store.wait_until_ready().await.unwrap();
            event(&format!("synced {}", now()));
        });
    }
    c.run(reconcile, |_, e, _| { eprintln!("{e}"); Action::requeue(Duration::from_millis(50)) }, ctx.clone())
        .for_each(|_| async {})
        .await;
    if record {
        event(&ctx.stamps.lock().unwrap().join("\n"));
    }
}
