import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { newId } from "#kernel/ids.ts";
import { noScope } from "../../db/db.ts";
import { hostAheadMs } from "../../db/database-clock.ts";
import { sql } from "../../db/sql.ts";
import { clamd } from "../../files/clamd.ts";
import { keyStore } from "../../keystore.ts";
import { OutgoingRefusal } from "../../outgoing/refusal.ts";
import { makePdf, pdfBrowser } from "../../pdf/pdf.ts";
import { hearOneself } from "../../realtime/events.ts";
import { clockAlarm } from "../alarms.ts";
import type { Probe, ProbeAnswer } from "../checking.ts";

const green = (said: string): ProbeAnswer => ({ outcome: "green", said });
const red = (said: string, todo: string): ProbeAnswer => ({ outcome: "red", said, todo });

const filesProbe: Probe = {
  name: "files",
  label: "File round trip",
  what: "Puts 64 KB of chance where files lie (the folder, or the bucket), reads them back, and compares.",
  run: async ({ app }) => {
    const bytes = Buffer.concat([Buffer.from("Levee system test\n"), randomBytes(65_536)]);
    // Nothing names it: the sweep of the folder takes it away after a day.
    const { sha256 } = await app.files.private.put(Readable.from([bytes]), undefined, "sealed");
    const back = await buffer((await app.files.private.open(sha256)).stream);
    const same = createHash("sha256").update(back).digest("hex") === sha256 && back.equals(bytes);
    return same
      ? green("64 KB written, synced, read back: not a byte differs.")
      : red(
          "What was read back is not what was written.",
          "Take the disk or the bucket out of service: copy its files elsewhere, compare with the check of stored files, and look at the machine's log.",
        );
  },
};

const mostAhead = 5_000;

const keyStoreProbe: Probe = {
  name: "key-store",
  label: "Key store of sealed bids",
  what: "Asks the separate process that keeps the keys of sealed bids for its key and its clock.",
  run: async () => {
    const { publicKey, now } = await keyStore().status();
    const ahead = Date.parse(now) - (Date.now() - hostAheadMs());
    return Math.abs(ahead) <= mostAhead
      ? green(`It answers with its key ${publicKey.slice(0, 8)}…, and its clock is right.`)
      : red(
          `It answers, and its clock is off by ${Math.round(ahead / 1000)} seconds.`,
          "Set the clock of its machine: no bid is opened before its own clock says so.",
        );
  },
};

const clockProbe: Probe = {
  name: "clock",
  label: "Clock",
  what: "Compares this machine's clock with the database's.",
  run: async ({ app: { database } }) => {
    const before = Date.now();
    const { at } = await database
      .read(noScope)
      .one<{ at: string }>(sql`select clock_timestamp() as at`);
    const after = Date.now();
    const ahead = Math.round((before + after) / 2 - Date.parse(at));
    const wrong = clockAlarm("this machine", ahead);
    return wrong
      ? red(wrong, "Set the clock, and keep it set by a time service (chrony, systemd-timesyncd).")
      : green(`It differs from the database's by ${Math.abs(ahead)} ms.`);
  },
};

const eventsProbe: Probe = {
  name: "events",
  label: "Event stream",
  what: "Announces a change and waits until it comes out of the stream that keeps screens fresh.",
  run: async ({ app, actor }) => {
    const ms = await hearOneself(app, actor, newId());
    return ms === null
      ? red(
          "What was announced did not come within ten seconds.",
          "Restart this instance. Screens stay as they are until they are read anew.",
        )
      : green(`What was announced came after ${ms} ms.`);
  },
};

const pdfProbe: Probe = {
  name: "pdf",
  label: "PDF",
  what: "Makes a document of one page.",
  run: async () => {
    if (!pdfBrowser())
      return red(
        "No browser is installed on this machine, so it makes no PDF.",
        "Install Chromium, or set CHROMIUM_PATH. Until then people print and save as PDF.",
      );
    const pdf = await makePdf(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>System test</title></head><body><h1>System test</h1></body></html>',
    );
    return pdf.subarray(0, 5).toString("latin1") === "%PDF-"
      ? green(`One page, ${Math.round(pdf.length / 1024)} KB.`)
      : red("What was made is no PDF.", "Install Chromium anew.");
  },
};

const inner = [
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://10.0.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://localhost/",
];
const judged = ["address", "scheme", "userInfo", "literal", "name", "port", "range"];

const outgoingProbe: Probe = {
  name: "outgoing",
  label: "The door outwards",
  what: `Asks the door for ${inner.length} addresses inside of the network. Each must be refused before anything goes out.`,
  run: async ({ app }) => {
    const passed: string[] = [];
    for (const address of inner)
      await app.outgoing
        .of(null)
        .call(address, { limits: { wholeMs: 2_000 } })
        .then(
          ({ body }) => {
            body.destroy();
            passed.push(address);
          },
          (error: unknown) => {
            if (!(error instanceof OutgoingRefusal) || !judged.includes(error.rule))
              passed.push(address);
          },
        );
    return passed.length === 0
      ? green(`All ${inner.length} were refused before anything went out.`)
      : red(
          `It let through: ${passed.join(", ")}.`,
          "Look at LEVEE_OUTGOING_ALLOW: it names hosts of the network that are let through on purpose.",
        );
  },
};

/** The text that every scanner takes for a virus (EICAR), in two halves, so that this file is none. */
const eicar = [
  String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}`,
  "$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*",
];

const scannerProbe: Probe = {
  name: "scanner",
  label: "Virus scanner",
  what: "Sends the scanner the text that every scanner takes for a virus.",
  run: async ({ app }) => {
    const address = app.config.LEVEE_CLAMD;
    if (!address)
      return {
        outcome: "none",
        said: "No scanner is set (LEVEE_CLAMD): uploads are taken in without being looked at.",
      };
    const verdict = await clamd(address).scan(Readable.from([Buffer.from(eicar.join(""))]), 15);
    return verdict.state === "infected"
      ? green(`It found ${verdict.signature}.`)
      : red(
          `It says ${verdict.state} of the text that every scanner must find.`,
          "Load its signatures (freshclam) and restart it.",
        );
  },
};

export const machineProbes: readonly Probe[] = [
  filesProbe,
  keyStoreProbe,
  eventsProbe,
  pdfProbe,
  clockProbe,
  outgoingProbe,
  scannerProbe,
];
