// Measures the landing page with Lighthouse (mobile preset) in the local Chromium, beside a bare
// probe page in the same minutes.
// npm start in one window (set LEVEE_ORIGIN to the same address: a relative canonical link costs a
// point)
//   npm run lighthouse [-- http://localhost:3000] in another
// Prints one JSON line per figure with median, minimum and maximum of three runs; ends with 1 when
// a goal is missed.
import "./prepare.mjs";
import { existsSync } from "node:fs";
import { createServer } from "node:http";

const { default: lighthouse } = await import("lighthouse");
const { launch } = await import("chrome-launcher");

const address = new URL(process.argv[2] ?? process.env.LIGHTHOUSE_URL ?? "http://localhost:3000")
  .origin;
const chromePath = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
].find((path) => path && existsSync(path));
const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
const categories = ["performance", "accessibility", "best-practices", "seo"];

const probePage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Probe</title></head><body><h1>A bare page</h1><p>${"Plain words without a style, a font or a script. ".repeat(20)}</p></body></html>`;
const probe = createServer((_, response) =>
  response.setHeader("content-type", "text/html; charset=utf-8").end(probePage),
);

const measure = async (url, port, again = 2) => {
  const { lhr } = await lighthouse(url, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: categories,
  });
  if (lhr.runtimeError && again > 0) return measure(url, port, again - 1); // a busy machine loses a trace now and then
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const requests = lhr.audits["network-requests"].details.items.filter((item) =>
    item.url.startsWith("http"),
  );
  const bytes = (of) => requests.filter(of).reduce((sum, item) => sum + item.transferSize, 0);
  return {
    ...Object.fromEntries(
      categories.map((name) => [name, Math.round(lhr.categories[name].score * 100)]),
    ),
    lcp_ms: lhr.audits["largest-contentful-paint"].numericValue,
    tbt_ms: lhr.audits["total-blocking-time"].numericValue,
    cls: lhr.audits["cumulative-layout-shift"].numericValue,
    script_bytes: bytes((item) => item.resourceType === "Script"),
    all_bytes: bytes(() => true),
    requests: requests.length,
    missed: Object.values(lhr.audits)
      .filter(
        (audit) =>
          audit.score !== null &&
          audit.score < 0.9 &&
          ["binary", "numeric"].includes(audit.scoreDisplayMode),
      )
      .map((audit) => audit.id),
  };
};

const spread = (all, name) => {
  const values = all.map((one) => one[name]).sort((a, b) => a - b);
  const round = (value) => Math.round(value * 1000) / 1000;
  return {
    median: round(values[Math.floor(values.length / 2)]),
    min: round(values[0]),
    max: round(values.at(-1)),
  };
};

const failed = [];
const report = (figure, values, goal, good) => {
  if (good !== undefined && !good) failed.push(figure);
  console.log(JSON.stringify({ figure, ...values, ...(goal ? { goal, met: good } : {}) }));
};

const main = async () => {
  if (!chromePath) throw new Error("No Chromium was found. Install it or set CHROMIUM_PATH.");
  await new Promise((done) => probe.listen(0, "127.0.0.1", done));
  const chrome = await launch({
    chromePath,
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"],
  });
  const landing = [];
  const bare = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      bare.push(await measure(`http://127.0.0.1:${probe.address().port}/`, chrome.port));
      landing.push(await measure(`${address}/`, chrome.port));
    }
  } finally {
    await chrome.kill();
    probe.close();
  }
  for (const name of categories) {
    const score = spread(landing, name);
    report(name, score, ">= 98", score.median >= 98);
  }
  const lcp = spread(landing, "lcp_ms");
  const base = spread(bare, "lcp_ms");
  const ratio = Math.round((lcp.median / base.median) * 100) / 100;
  report("lcp_ms", lcp);
  report("lcp_bare_probe_ms", base);
  report("lcp_ratio", { median: ratio }, "<= 1.5", ratio <= 1.5);
  for (const [name, goal] of [
    ["tbt_ms", 50],
    ["cls", 0.02],
    ["script_bytes", 5 * 1024],
    ["all_bytes", 90 * 1024],
  ]) {
    const values = spread(landing, name);
    report(name, values, `<= ${goal}`, values.median <= goal);
  }
  report("requests", spread(landing, "requests"));
  const missed = [...new Set(landing.flatMap((one) => one.missed))];
  if (missed.length > 0) console.log(JSON.stringify({ below_0_9: missed }));
  if (failed.length > 0) console.log(`missed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
};

process.exit(
  await main().catch((error) => {
    console.error(error.message);
    return 1;
  }),
);
