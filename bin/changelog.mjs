// Cuts a release: the files of `changes/` become a section of CHANGELOG.md.
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const KINDS = { added: "Added", changed: "Changed", fixed: "Fixed", security: "Security" };
const NAME = /^(added|changed|fixed|security)-[a-z0-9-]+\.md$/;
const kept = (file) => file === "README.md" || file.endsWith("-in-detail.md");

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

/** A section of the changelog. */
export const sectionOf = (version, day, fragments) =>
  [
    `## ${version} (${day})`,
    ...Object.entries(KINDS).flatMap(([kind, title]) => {
      const of = fragments.filter((each) => each.kind === kind);
      return of.length
        ? [`### ${title}`, of.map((each) => `- ${each.text.replaceAll("\n", " ")}`).join("\n")]
        : [];
    }),
  ].join("\n\n");

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
  const section = sectionOf(version, new Date().toISOString().slice(0, 10), fragments);
  writeFileSync("CHANGELOG.md", withSection(readFileSync("CHANGELOG.md", "utf8"), section));
  for (const { file } of fragments) rmSync(join("changes", file));
  console.log(section);
}
