/**
 * Profiles of the running process under the paths of Go's `net/http/pprof`. Files have V8's formats, which the developer tools of Chromium and editors open.
 *
 *     GET /debug/pprof/profile?seconds=30   a CPU profile: save it as .cpuprofile
 *     GET /debug/pprof/heap                 a heap snapshot: save it as .heapsnapshot
 *
 * Profiles contain values of the process, tokens among them, and a heap snapshot stops the process for seconds. So there is one profile at a time, and the
 * server requires authorization for its path.
 */
import type { Clock } from "@kubewright/async";
import type { ServedResponse, Route } from "./listener.ts";
import { plainText } from "./listener.ts";

/** The longest CPU profile. The server drops connections without progress after a minute. */
const secondsMax = 50;
const defaultSeconds = 30;

const index = `/debug/pprof/

profile?seconds=${defaultSeconds}  CPU profile of the next seconds, at most ${secondsMax}: save it as .cpuprofile
heap                heap snapshot, which stops the process while it is taken: save it as .heapsnapshot
`;

export function createProfilingRoute({ clock }: { readonly clock: Clock }): Route {
  let isBusy = false;
  const alone = async (take: () => Promise<ServedResponse>): Promise<ServedResponse> => {
    if (isBusy) return { status: 409, contentType: plainText, body: "Another profile is being taken\n" };
    isBusy = true;
    try {
      return await take();
    } finally {
      isBusy = false;
    }
  };
  return ({ method, path, query }) => {
    switch (path) {
      case "/debug/pprof":
      case "/debug/pprof/":
        return Promise.resolve({ status: 200, contentType: plainText, body: index });
      case "/debug/pprof/profile":
        return method === "HEAD" ? headAnswer() : alone(() => cpuProfile(query.get("seconds"), clock));
      case "/debug/pprof/heap":
        return method === "HEAD" ? headAnswer() : alone(heapSnapshot);
      default:
        return undefined;
    }
  };
}

function headAnswer(): Promise<ServedResponse> {
  return Promise.resolve({ status: 200, contentType: "application/json", body: "" });
}

async function cpuProfile(wanted: string | null, clock: Clock): Promise<ServedResponse> {
  const seconds = Number(wanted ?? defaultSeconds);
  if (!(seconds > 0 && seconds <= secondsMax)) {
    const body = `Cannot take a CPU profile: seconds is "${wanted}", must be a number above 0 and at most ${secondsMax}\n`;
    return { status: 400, contentType: plainText, body };
  }
  const v8 = process.getBuiltinModule("node:v8");
  if (!("startCpuProfile" in v8)) {
    return { status: 501, contentType: plainText, body: `Node ${process.version} has no v8.startCpuProfile\n` };
  }
  const profile = v8.startCpuProfile();
  try {
    await clock.sleep(seconds * 1000);
  } catch (error) {
    profile.stop();
    throw error;
  }
  return { status: 200, contentType: "application/json", body: String(profile.stop()) };
}

/** The snapshot is sent in chunks: it is about as large as the heap. */
async function heapSnapshot(): Promise<ServedResponse> {
  const body = process.getBuiltinModule("node:v8").getHeapSnapshot();
  return { status: 200, contentType: "application/json", body };
}
