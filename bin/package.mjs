// `npm run package [-- FOLDER]`: one archive (tar.gz) and one Debian package of the product, with Node, the
// built screens and the packages that a server needs. Of one commit they come out the same, byte by byte.
import "./prepare.mjs";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { build } from "./build.mjs";
import { nodePackage, packageFiles, serverFiles, serverPackages } from "./package-contents.mjs";

/** Where the product lies on a machine. */
const home = "usr/lib/levee";
const debianNames = { x64: "amd64", arm64: "arm64" };

/**
 * The second that everything made bears: SOURCE_DATE_EPOCH, else that of the commit.
 * @throws where there is neither.
 */
export const momentOf = (env = process.env) => {
  if (/^\d+$/.test(env.SOURCE_DATE_EPOCH ?? "")) return Number(env.SOURCE_DATE_EPOCH);
  const asked = spawnSync("git", ["log", "-1", "--format=%ct"], { encoding: "utf8", env });
  if (asked.status === 0) return Number(asked.stdout);
  throw new Error(
    "This folder is no checkout. Set SOURCE_DATE_EPOCH to the moment (seconds since 1970) that the package should bear.",
  );
};

/** `0.2.0+202612010248`: what is released next, and the minute (UTC) of its newest commit. */
export const versionOf = (moment) => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const minute = new Date(moment * 1000).toISOString().slice(0, 16).replace(/\D/g, "");
  return `${version}+${minute}`;
};

const put = (from, to, mode = 0o644) => {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, mode);
};
const write = (to, text, mode = 0o644) => {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
  chmodSync(to, mode);
};

/** What the installed product is not to install again (prepare.mjs). */
const stamp = () => readFileSync("node_modules/.levee-lock", "utf8").split(" ")[0] + " running";

/** Lays the product out in a folder, as it runs from there. */
const layProduct = (to, screens) => {
  const files = serverFiles();
  const node = join("node_modules", nodePackage, "bin", "node");
  for (const file of [...files, ...packageFiles(serverPackages(files))])
    put(file, join(to, file), file === node ? 0o755 : 0o644);
  symlinkSync(node, join(to, "node"));
  write(join(to, "node_modules", ".levee-lock"), stamp());
  cpSync(screens, join(to, "screens"), { recursive: true });
  put("packaging/levee", join(to, "levee"), 0o755);
};

/** What whoever sets a machine up reads and copies. */
const layExamples = (to) => {
  for (const file of globSync("packaging/{proxy,container,systemd}/*")) put(file, join(to, file));
  put("packaging/levee.env", join(to, "packaging", "levee.env"));
  for (const page of ["installing", "operating", "backup-and-restore", "several-instances"])
    put(`docs/guide/${page}.md`, join(to, `${page}.md`));
  for (const file of globSync("docs/operating/*")) put(file, join(to, basename(file)));
};

const run = (command, args, options = {}) => {
  const done = spawnSync(command, args, { encoding: "utf8", ...options });
  if (done.error?.code === "ENOENT") return null;
  if (done.status !== 0) throw new Error(`${command} failed: ${done.stderr || done.error}`);
  return done.stdout;
};

/** Every folder may be entered, and no file has the rights of whoever made the package. */
export const evenOut = (folder) => {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = join(folder, entry.name);
    if (entry.isDirectory()) evenOut(at);
    else if (entry.isFile()) chmodSync(at, statSync(at).mode & 0o100 ? 0o755 : 0o644);
  }
};

/** An archive whose one folder is `levee-VERSION`. */
export const pack = (folder, name, moment, to) => {
  const tar = [
    ...["--sort=name", "--format=gnu", `--mtime=@${moment}`],
    ...["--owner=0", "--group=0", "--numeric-owner", "-C", dirname(folder), "-cf", to, name],
  ];
  run("tar", tar);
  run("gzip", ["-nf", to]);
  return `${to}.gz`;
};

const debian = (name) => readFileSync(join("packaging", "debian", name), "utf8");
const kilobytes = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, entry) =>
      sum +
      (entry.isFile() ? Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 1024) : 1),
    0,
  );

/** Lays out the root of the Debian package, with what `dpkg` does on a machine. */
const layDebian = (root, version, architecture) => {
  for (const unit of ["levee@.service", "levee-keys.service"])
    put(`packaging/systemd/${unit}`, join(root, "usr/lib/systemd/system", unit));
  put("packaging/levee.env", join(root, "etc/levee/levee.env"), 0o640);
  put("packaging/debian/copyright", join(root, "usr/share/doc/levee/copyright"));
  mkdirSync(join(root, "usr/bin"), { recursive: true });
  symlinkSync("../lib/levee/levee", join(root, "usr/bin/levee"));
  const control = debian("control")
    .replace("VERSION", version)
    .replace("ARCHITECTURE", architecture)
    .replace("KILOBYTES", String(kilobytes(root)));
  write(join(root, "DEBIAN/control"), control);
  write(join(root, "DEBIAN/conffiles"), "/etc/levee/levee.env\n");
  for (const script of ["postinst", "prerm", "postrm"])
    write(join(root, "DEBIAN", script), debian(script), 0o755);
};

/** The Debian package; null where dpkg-deb is not on this machine. */
const packDebian = (root, moment, to) => {
  const built = run(
    "dpkg-deb",
    ["--root-owner-group", "-Zzstd", "-z12", "--threads-max=1", "--build", root, to],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(moment) } },
  );
  return built === null ? null : to;
};

/**
 * Makes both in a folder and gives their paths; `deb` is null where dpkg-deb is not on this machine.
 * @throws where a package is not installed, with its name.
 */
export const makePackages = async (into, log = console.log) => {
  const moment = momentOf();
  const version = versionOf(moment);
  const screens = await build(log);
  const work = mkdtempSync(join(tmpdir(), "levee-package-"));
  try {
    mkdirSync(into, { recursive: true });
    const name = `levee-${version}`;
    const folder = join(work, name);
    layProduct(folder, screens);
    layExamples(join(folder, "examples"));
    evenOut(folder);
    const archive = join(into, `${name}-${process.platform}-${process.arch}.tar`);
    const made = { archive: pack(folder, name, moment, archive), deb: null, version };
    const root = join(work, "root");
    mkdirSync(join(root, dirname(home)), { recursive: true });
    run("mv", [folder, join(root, home)]);
    mkdirSync(join(root, "usr/share/doc"), { recursive: true });
    run("mv", [join(root, home, "examples"), join(root, "usr/share/doc/levee")]);
    evenOut(root);
    const architecture = debianNames[process.arch] ?? process.arch;
    layDebian(root, version, architecture);
    made.deb = packDebian(root, moment, join(into, `levee_${version}_${architecture}.deb`));
    return made;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

if (import.meta.main) {
  const into = resolve(process.argv[2] ?? "dist");
  const size = (file) => `${(statSync(file).size / 1_048_576).toFixed(0)} MB`;
  try {
    if (process.platform !== "linux" || !existsSync(join("node_modules", nodePackage)))
      throw new Error(
        `A package is made on the kind of machine that it is for: Linux on x64 or arm64, with ${nodePackage} installed (npm ci).`,
      );
    const { archive, deb } = await makePackages(into);
    console.log(`${relative(process.cwd(), archive)}  ${size(archive)}`);
    console.log(
      deb
        ? `${relative(process.cwd(), deb)}  ${size(deb)}`
        : "dpkg-deb is not on this machine, so there is no Debian package; the archive is whole.",
    );
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
