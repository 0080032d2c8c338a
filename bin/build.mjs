// Builds the browser's part when something that it is made of has changed, in a folder of its own
// (`build/<hash>`): `react-router build`, then the sealed content-security-policy hashes (csp.json)
// and the compressed twins of the assets.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { alone, builds, kindOfBuild } from "./builds.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const serverOnly = /\.(test|tables|service|api|jobs|seed|server)\.tsx?$/;

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const inputs = () => [
  ...filesBelow(join(root, "src")).filter(
    (file) =>
      (!serverOnly.test(file) || file.endsWith("entry.server.tsx")) &&
      !file.includes(`${sep}src${sep}server${sep}`),
  ),
  ...filesBelow(join(root, "public")),
  ...filesBelow(join(root, "docs", "guide")),
  ...[
    "package.json",
    "package-lock.json",
    "react-router.config.ts",
    "vite.config.ts",
    "tsconfig.json",
    join("bin", "build.mjs"),
  ].map((name) => join(root, name)),
];

const fingerprint = () => {
  const hash = createHash("sha256").update(kindOfBuild());
  for (const file of inputs())
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
};

/**
 * The service worker with what it may keep: every hashed file of the app but the solver and the reader of codes,
 * which few need, under a name that changes with them.
 */
const writeServiceWorker = (client, stamp) => {
  const files = readdirSync(join(client, "assets"))
    .filter(
      (name) =>
        /\.(js|css|woff2)$/.test(name) &&
        !/\.(gz|br)$/.test(name) &&
        !/^(solver|scan)\.worker-/.test(name),
    )
    .sort()
    .map((name) => `/assets/${name}`);
  const template = readFileSync(
    join(root, "src", "web", "shell", "serviceWorker.template.js"),
    "utf8",
  );
  writeFileSync(
    join(client, "sw.js"),
    `const VERSION = ${JSON.stringify(stamp.slice(0, 16))};\nconst FILES = ${JSON.stringify(["/icon.svg", "/manifest.webmanifest", ...files])};\n${template}`,
  );
};

/**
 * Hashes of the inline scripts per HTML file; data blocks (JSON-LD) are not scripts. A style
 * attribute or element in our HTML fails the build.
 */
const seal = (client) => {
  const sealed = {};
  for (const file of filesBelow(client).filter((name) => name.endsWith(".html"))) {
    const html = readFileSync(file, "utf8");
    const name = relative(client, file).split(sep).join("/");
    if (/<style[\s>]|<[a-z][^>]*\sstyle=/i.test(html))
      throw new Error(`${name} carries an inline style, which the policy refuses`);
    const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)].filter(
      ([, attributes, body]) =>
        !/\ssrc=/i.test(attributes) && !/type="application\/(ld\+)?json"/i.test(attributes) && body,
    );
    sealed[name] = [
      ...new Set(
        scripts.map(([, , body]) => `sha256-${createHash("sha256").update(body).digest("base64")}`),
      ),
    ];
  }
  writeFileSync(join(client, "..", "csp.json"), `${JSON.stringify(sealed, null, 2)}\n`);
};

/**
 * The styles of the public pages are a part of the app's: a class on a public page that only the
 * app's file knows fails the build.
 */
const checkPublicStyles = (client) => {
  const sheet = (name) =>
    readFileSync(
      join(
        client,
        "assets",
        readdirSync(join(client, "assets")).find((file) =>
          new RegExp(`^${name}-[\\w-]{8}\\.css$`).test(file),
        ),
      ),
      "utf8",
    ).replaceAll("\\", "");
  const [all, own] = [sheet("app"), sheet("public")];
  const has = (css, name) =>
    css
      .split(`.${name}`)
      .slice(1)
      .some((rest) => !/^[\w-]/.test(rest));
  for (const file of filesBelow(client).filter((path) => path.endsWith(`${sep}index.html`))) {
    const names = new Set(
      [...readFileSync(file, "utf8").matchAll(/\sclass="([^"]*)"/g)].flatMap(([, value]) =>
        value.replaceAll("&amp;", "&").split(/\s+/),
      ),
    );
    const lost = [...names].filter((name) => name && has(all, name) && !has(own, name));
    if (lost.length > 0)
      throw new Error(
        `${relative(client, file)} uses ${lost.join(", ")}, which src/web/styles/public.css lacks: add the file or the @source`,
      );
  }
};

const compress = (client) => {
  for (const file of filesBelow(client).filter(
    (name) =>
      /\.(js|css|svg|json|txt|xml|webmanifest|wasm)$/.test(name) && statSync(name).size > 1000,
  )) {
    const bytes = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
    );
  }
};

const make = (folder, stamp) => {
  const done = spawnSync(
    process.execPath,
    [join(root, "node_modules", "@react-router", "dev", "bin.cjs"), "build"],
    {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production", LEVEE_BUILD_INTO: relative(root, folder) },
    },
  );
  if (done.status !== 0) throw new Error(`The build failed.\n${done.stdout}\n${done.stderr}`);
  rmSync(join(folder, "server"), { recursive: true, force: true });
  const client = join(folder, "client");
  writeServiceWorker(client, stamp);
  seal(client);
  checkPublicStyles(client);
  compress(client);
};

/**
 * Builds unless there is one of the same sources, and says that this process serves it; gives its
 * folder, which nobody changes any more. `log` hears about it. Throws with the bundler's output when
 * the build fails.
 */
export const build = async (log = console.log) => {
  const stamp = fingerprint();
  const name = stamp.slice(0, 16);
  const fresh = await builds.use(name);
  if (fresh) {
    await builds.point(kindOfBuild(), name);
    return fresh;
  }
  await alone("build", async () => {
    if (builds.isWhole(name)) return;
    log("building the screens (a few seconds) …");
    await builds.add(kindOfBuild(), name, (folder) => make(folder, stamp));
    log("screens built");
  });
  return (await builds.use(name)) ?? build(log);
};

const inAnotherProcess = () =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
    child.once("error", fail);
    child.once("exit", (code) => (code === 0 ? done() : fail(new Error(said.trim()))));
  });

/**
 * The same, made in a process of its own where there is something to make: whoever starts gets its
 * database ready meanwhile.
 */
export const buildBeside = async (log = console.log) => {
  if (!builds.isWhole(fingerprint().slice(0, 16))) {
    log("building the screens beside it …");
    await inAnotherProcess();
    log("screens built");
  }
  return build(log);
};

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await import("./prepare.mjs");
  try {
    await build();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
