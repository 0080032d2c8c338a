// A file whose content is gone: the backup is made, and names the file with the records that hold it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { createRequisition } from "#areas/procurement/procurement.server.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { takeBackup } from "#server/backup/take.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";
import { auditKeys } from "#server/keys.ts";
import { makeAgency, makeBudget, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { goneLines, goneSentence, namesOfMissing } from "./missing.service.ts";

let t: TestDatabase;
let to: string;
beforeAll(async () => {
  expect(areaServers.length).toBeGreaterThan(0);
  t = await freshDatabase();
  to = mkdtempSync(join(tmpdir(), "levee-gone-"));
});
afterAll(async () => {
  await t.drop();
  rmSync(to, { recursive: true });
});

/** Runs the command as people do; gives its code and all that it said. */
const backup = async (): Promise<{ code: number; said: string }> => {
  const child = spawn(process.execPath, ["bin/backup.mjs", to], {
    env: {
      ...process.env,
      LEVEE_DATA_DIR: t.app.config.LEVEE_DATA_DIR,
      DATABASE_URL: t.ownerUrl,
      LEVEE_BACKUP_URL: t.ownerUrl,
      LEVEE_DEV: "on",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => (said += piece.toString("utf8")));
  const [code] = (await once(child, "close")) as [number];
  return { code, said };
};

test("a missing upload is named with the record that holds it, one that nobody holds as well", async () => {
  const agency = await makeAgency(t.database);
  const { clerk } = await makeMembers(t.database, agency, { clerk: {} });
  const { accountStringId } = await makeBudget(t.database, agency, 1_000_00);
  const splits = [{ accountStringId }];
  const input = requisitionInput.parse({
    title: "Stone",
    departmentId: agency.departmentId,
    neededOn: agencyDay(30),
    lines: [{ description: "Stone", quantity: "1", unitPrice: "5", splits }],
  });
  const { id, number } = await t.database.transaction(clerk, (tx) =>
    createRequisition(tx, clerk, input),
  );
  const uploaded = async (name: string) => {
    const stored = await t.app.files.put(Readable.from([`the words of ${name}`]));
    const fileId = await t.database.transaction(clerk, (tx) =>
      recordFile(tx, { ...stored, orgId: agency.orgId, name, uploadedBy: clerk.personId }),
    );
    return { id: fileId, name, sha256: stored.sha256 };
  };
  const [quote, loose, whole] = [
    await uploaded("quote.txt"),
    await uploaded("loose.txt"),
    await uploaded("whole.txt"),
  ];
  await t.database.transaction(clerk, (tx) =>
    attachFile(tx, clerk, {
      objectType: "requisition",
      objectId: id,
      number,
      file: quote,
      label: "",
    }),
  );
  const files = join(t.app.config.LEVEE_DATA_DIR, "files");
  for (const { sha256 } of [quote, loose]) rmSync(join(files, sha256.slice(0, 2), sha256));
  const { manifest } = await takeBackup({
    url: t.ownerUrl,
    files: t.app.files.place,
    to,
    keys: auditKeys(),
  });
  expect(manifest.missing.toSorted()).toEqual([quote.sha256, loose.sha256].toSorted());
  expect(manifest.files.map(({ sha256 }) => sha256)).toEqual([whole.sha256]);
  const gone = await namesOfMissing(t.database, manifest.missing);
  expect(goneLines(gone)).toEqual([
    expect.stringMatching(/: loose\.txt of no record that says so \(SHA-256 [0-9a-f]{64}\)$/),
    expect.stringMatching(new RegExp(`: quote\\.txt of requisition ${number} \\(SHA-256 `)),
  ]);
  expect(goneSentence(gone)).toMatch(/^2 files that the records name were gone already: /);
  expect(await namesOfMissing(t.database, [])).toEqual([]);

  // The command itself: the backup stands, the files are named, and whoever runs it by the clock is told by its code.
  const { code, said } = await backup();
  expect(said).toContain("These files are named by records, and their content is gone.");
  expect(said).toContain(`quote.txt of requisition ${number}`);
  expect(said).toMatch(/Backup .*: \d+ rows, 1 files,/);
  expect(code).toBe(2);
});
