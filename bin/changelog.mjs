// Cuts a release: what people can do now (`changes/summary.md`, written by hand) becomes a section of
// CHANGELOG.md, and the files of `changes/` one page of every single change, which it leads to.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const KINDS = { added: "Added", changed: "Changed", fixed: "Fixed", security: "Security" };
const NAME = /^(added|changed|fixed|security)-[a-z0-9-]+\.md$/;
const SUMMARY = "summary.md";
const kept = (file) => ["README.md", SUMMARY].includes(file) || file.endsWith("-in-detail.md");

/** The fragments of a folder: `{ file, kind, text }`; throws for a name of no known kind. */
export const fragmentsIn = (folder) =>
  readdirSync(folder)
    .filter((file) => !kept(file))
    .sort()
    .map((file) => {
      const kind = NAME.exec(file)?.[1];
      if (!kind)
        throw new Error(`${file}: a change is named <kind>-<subject>.md (${Object.keys(KINDS)})`);
      return { file, kind, text: readFileSync(join(folder, file), "utf8").trim() };
    });

/** A section of the changelog: what people can do now, and where every change stands. */
export const sectionOf = (version, day, summary) =>
  `## ${version} (${day})\n\n${summary.trim()}\n\nEvery single change: \`changes/${version}-in-detail.md\`.`;

/** Every single change of a release, by kind. */
export const detailOf = (version, fragments) =>
  [
    `# What became ${version}, change by change`,
    "The release in short: `CHANGELOG.md`.",
    ...Object.entries(KINDS).flatMap(([kind, title]) => {
      const of = fragments.filter((each) => each.kind === kind);
      return of.length ? [`### ${title}`, of.map(lineOf).join("\n")] : [];
    }),
  ].join("\n\n");

// A fragment is a sentence or two, or a list of them.
const lineOf = ({ text }) => (text.startsWith("- ") ? text : `- ${text.replaceAll("\n", " ")}`);

/** Puts a section before the newest release. */
export const withSection = (changelog, section) => {
  const at = changelog.indexOf("\n## ");
  return `${changelog.slice(0, at + 1)}${section}\n${changelog.slice(at)}`;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const version = process.argv[2];
  const fragments = fragmentsIn("changes");
  if (!/^\d+\.\d+\.\d+$/.test(version ?? "") || !fragments.length) {
    console.error(
      fragments.length
        ? "Name the version: npm run changelog -- 0.2.0"
        : "There is nothing to release.",
    );
    process.exit(1);
  }
  const summary = join("changes", SUMMARY);
  if (!existsSync(summary)) {
    console.error(`Write first what people can do now, by area, into ${summary}.`);
    process.exit(1);
  }
  const day = new Date().toISOString().slice(0, 10);
  const section = sectionOf(version, day, readFileSync(summary, "utf8"));
  writeFileSync("CHANGELOG.md", withSection(readFileSync("CHANGELOG.md", "utf8"), section));
  writeFileSync(join("changes", `${version}-in-detail.md`), `${detailOf(version, fragments)}\n`);
  for (const { file } of fragments) rmSync(join("changes", file));
  rmSync(summary);
  console.log(section);
}
