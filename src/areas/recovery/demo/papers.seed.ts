import { Readable } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
import { PDFDocument } from "@cantoo/pdf-lib";
import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

/** A picture of water over a road, drawn: bands of sky, water and gravel (PNG, 320 by 200). */
export const drawnPhoto = (): Buffer => {
  const [width, height] = [320, 200];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x++) {
      const water = y > 80 + 6 * Math.sin(x / 18) && y < 150 + 4 * Math.cos(x / 25);
      const shade = (x * 7 + y * 13) % 17;
      const color = water ? [86, 98, 92] : y < 90 ? [168, 182, 196] : [122, 112, 98];
      row.set(
        color.map((c) => c + shade - 8),
        1 + x * 3,
      );
    }
    return row;
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

/** A bill as it came: one page with its number. */
export const drawnBill = async (
  number: string,
  vendor: string,
  amount: string,
): Promise<Buffer> => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  [`Invoice ${number}`, vendor, `Amount due ${amount}`, "Demonstration copy."].forEach((line, at) =>
    page.drawText(line, { x: 54, y: 720 - at * 24, size: at === 0 ? 18 : 11 }),
  );
  return Buffer.from(await pdf.save());
};

/** Puts a paper on a record. */
export const attachPaper = async (
  app: App,
  as: <T>(work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>,
  to: { objectType: string; objectId: string; number: string },
  paper: { name: string; bytes: Buffer },
): Promise<void> => {
  const stored = await app.files.put(Readable.from([paper.bytes]));
  await as(async (tx, actor) => {
    const id = await recordFile(tx, {
      ...stored,
      orgId: actor.orgId!,
      name: paper.name,
      uploadedBy: tx.scope.personId,
    });
    await attachFile(tx, actor, {
      ...to,
      file: { id, name: paper.name, sha256: stored.sha256 },
      label: "",
    });
  });
};
