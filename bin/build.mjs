// Builds the browser's part when something that it is made of has changed: `react-router build`,
// then the sealed
// content-security-policy hashes (build/csp.json) and the compressed twins of the assets.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const stampFile = join(root, "build", ".stamp");
const client = join(root, "build", "client");
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
  const hash = createHash("sha256").update(process.env.LEVEE_DEV === "on" ? "dev" : "production");
  for (const file of inputs())
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
};

/**
 * The service worker with what it may keep: every hashed file of the app but the solver, which few
 * need, under a name that changes with them.
 */
const writeServiceWorker = (stamp) => {
  const files = readdirSync(join(client, "assets"))
    .filter(
      (name) =>
        /\.(js|css|woff2)$/.test(name) &&
        !/\.(gz|br)$/.test(name) &&
        !name.startsWith("solver.worker-"),
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
const seal = () => {
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
  writeFileSync(join(root, "build", "csp.json"), `${JSON.stringify(sealed, null, 2)}\n`);
};

/**
 * The styles of the public pages are a part of the app's: a class on a public page that only the
 * app's file knows fails the build.
 */
const checkPublicStyles = () => {
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

const compress = () => {
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

const make = (stamp) => {
  rmSync(join(root, "build"), { recursive: true, force: true });
  const done = spawnSync(
    process.execPath,
    [join(root, "node_modules", "@react-router", "dev", "bin.cjs"), "build"],
    {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  if (done.status !== 0) throw new Error(`The build failed.\n${done.stdout}\n${done.stderr}`);
  rmSync(join(root, "build", "server"), { recursive: true, force: true });
  mkdirSync(join(root, "build"), { recursive: true });
  writeServiceWorker(stamp);
  seal();
  checkPublicStyles();
  compress();
  writeFileSync(stampFile, stamp);
};

const lockFile = join(root, ".cache", "build.lock");
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

const isLeft = () => {
  try {
    const holder = Number(readFileSync(lockFile, "utf8"));
    return holder ? !isAlive(holder) : Date.now() - statSync(lockFile).mtimeMs > 10_000;
  } catch {
    return false; // it is gone
  }
};

/**
 * Two builds at once would take each other's files away: whoever comes second waits. A lock whose
 * process is gone counts for nothing.
 */
const alone = async (work) => {
  mkdirSync(dirname(lockFile), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isLeft()) rmSync(lockFile, { force: true });
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  try {
    return work();
  } finally {
    rmSync(lockFile, { force: true });
  }
};

/**
 * Builds when stale; `log` hears about it. Throws with the bundler's output when the build fails.
 */
export const build = async (log = console.log) => {
  const stamp = fingerprint();
  const isFresh = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  if (isFresh()) return;
  await alone(() => {
    if (isFresh()) return;
    log("building the screens (a few seconds) …");
    make(stamp);
    log("screens built");
  });
};

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await import("./prepare.mjs");
  await build();
}
