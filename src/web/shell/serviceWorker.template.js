// The service worker: keeps the app's own files, so that it opens without a connection. It never answers for the API,
// so nothing of one person can reach another, and a page that the network can give is always taken from the network.
// bin/build.mjs writes VERSION and FILES.
const CACHE = `levee-${VERSION}`;
const SHELL = "/dashboard";
const WARM = "/__warm";

const offlinePage = () =>
  new Response(
    `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Offline | Levee</title></head><body><h1>You are offline</h1><p>This page was not kept on this device. Open it again when the connection is back.</p></body></html>`,
    {
      status: 503,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'",
      },
    },
  );

self.addEventListener("install", () => self.skipWaiting());

// The versions before this one that lie here, the newest first.
const before = async () =>
  (await caches.keys()).filter((name) => name.startsWith("levee-") && name !== CACHE).reverse();

const isWhole = async (name) => (await (await caches.open(name)).match(WARM)) !== undefined;

const firstWhole = async (names) => {
  for (const name of names) if (await isWhole(name)) return name;
};

// The version before stays one more time: a page that was open during the update still finds its parts. So does the
// newest one that was kept whole: it opens without a line until this one is whole.
self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      const old = await before();
      const whole = await firstWhole(old);
      const gone = old.slice(1).filter((name) => name !== whole);
      await Promise.all(gone.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  ),
);

const fetched = async (path) => {
  const answer = await fetch(path, { credentials: "omit" });
  if (!answer.ok) throw new Error(`${path} ${answer.status}`);
  return answer;
};

// A part names its content: one that another version brought is the same, and is not fetched again.
const keep = async (cache, path) => {
  if (await cache.match(path)) return;
  const same = path.startsWith("/assets/") && (await caches.match(path));
  await cache.put(path, same || (await fetched(path)));
};

let warming = null;
const warm = async () => {
  const cache = await caches.open(CACHE);
  if (await cache.match(WARM)) return;
  const rest = [SHELL, ...FILES];
  const fetchSome = async () => {
    for (let path = rest.shift(); path; path = rest.shift()) await keep(cache, path);
  };
  await Promise.all([fetchSome(), fetchSome(), fetchSome()]);
  await cache.put(WARM, new Response("warm"));
};

self.addEventListener("message", (event) => {
  if (event.data?.type !== "warm") return;
  warming ??= warm().finally(() => {
    warming = null;
  });
  event.waitUntil(warming.catch(() => {}));
});

const asset = async (request) => {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
};

const keptShell = async () => {
  const whole = await firstWhole([CACHE, ...(await before())]);
  return whole && (await caches.open(whole)).match(SHELL);
};

// A line that takes the question and never answers is none either: then the kept app opens.
const patienceMs = 4000;
const impatience = () =>
  new Promise((done) =>
    setTimeout(() => void keptShell().then((kept) => kept && done(kept)), patienceMs),
  );

const page = async (request) => {
  try {
    return await Promise.race([fetch(request), impatience()]);
  } catch {
    return (await keptShell()) || offlinePage();
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});
