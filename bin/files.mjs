// Brings the files of an installation to another place while it serves, and proves them by hash.
// npm run files -- copy --from /var/lib/levee/files --to s3://bucket/prefix [--exact]
// A bucket's storage is that of LEVEE_FILES_ENDPOINT, LEVEE_FILES_REGION and the AWS keys.
import "./prepare.mjs";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: "string" },
    to: { type: "string" },
    exact: { type: "boolean", default: false },
  },
});
if (positionals[0] !== "copy" || positionals.length > 1 || !values.from || !values.to) {
  console.error(
    "Say from where to where: npm run files -- copy --from /var/lib/levee/files --to s3://bucket/prefix [--exact]",
  );
  process.exit(1);
}

const { readConfig } = await import("../src/server/config.ts");
const { folderPlace } = await import("../src/server/files/folder.ts");
const { copyFiles, leftAt } = await import("../src/server/files/copy.ts");
// Beside the source or target folder nothing of this command is left.
const here = mkdtempSync(join(process.env.LEVEE_DATA_DIR ?? tmpdir(), "levee-copy-"));
let code = 0;

const placeAt = async (text, isSource) => {
  if (!text.startsWith("s3://")) {
    if (isSource && !existsSync(text)) throw new Error(`${text} is not there.`);
    return folderPlace(resolve(text));
  }
  const { bucket } = readConfig({ ...process.env, LEVEE_FILES: text });
  const { openBucket } = await import("../src/server/files/bucket.ts");
  const place = await openBucket(bucket, here);
  await place.examine();
  return place;
};

let told = Date.now();
const sentence = ({ brought, bytes, there }) =>
  `${brought} brought (${Math.ceil(bytes / 1_048_576)} MB), ${there} there already`;
try {
  const [from, to] = [await placeAt(values.from, true), await placeAt(values.to, false)];
  const done = await copyFiles(from, to, (now) => {
    if (Date.now() - told < 5_000) return;
    told = Date.now();
    console.log(sentence(now));
  });
  const left = await leftAt(from, to, values.exact);
  console.log(`${sentence(done)}. Each was compared by its SHA-256 where it lies now.`);
  if (done.gone) console.log(`${done.gone} were taken away or put apart at the source meanwhile.`);
  if (left.length)
    console.log(
      values.exact
        ? `${left.length} that the source has not were taken away at the target.`
        : `${left.length} lie at the target that the source has not: run it again with --exact when no instance serves, and they are taken away.`,
    );
  if (done.wrong.length) {
    code = 2;
    console.error(
      ["These are not what their hash says at the source, and stayed there:", ...done.wrong].join(
        "\n  ",
      ),
    );
  }
} catch (error) {
  console.error(error.message);
  code = 1;
}
rmSync(here, { recursive: true, force: true });
process.exit(code);
