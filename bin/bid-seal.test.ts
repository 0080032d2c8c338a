import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { priceContent, technicalContent } from "#areas/sourcing/bid/bid-content.model.ts";
import { submitInput } from "#areas/sourcing/bid/bid.model.ts";
import { base64, unbase64, utf8 } from "#kernel/sealing/bytes.ts";
import {
  bindingDigest,
  keyFingerprint,
  openEnvelope,
  openServerPart,
  openShare,
  wasSealedAs,
  type Manifest,
} from "#kernel/sealing/envelope.ts";
import { importPrivate, newHpkeKeys } from "#kernel/sealing/hpke.ts";

const script = new URL("./bid-seal.mjs", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "levee-seal-"));
const run = (...args: string[]) => {
  const done = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  return { status: done.status, out: done.stdout, err: done.stderr };
};
const write = (name: string, value: unknown) => {
  writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  return join(folder, name);
};
const uuid = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** A plan as the bid page saves it; `held`: without officers. */
const planned = async (envelopes: ("bid" | "technical" | "price")[], held = false) => {
  const store = await newHpkeKeys();
  const keys = await Promise.all([1, 2, 3].map(() => newHpkeKeys()));
  const officers = held
    ? null
    : await Promise.all(
        keys.map(async (key, i) => ({
          x: i + 1,
          keyId: uuid(30 + i),
          publicKey: base64(key.publicKey),
          name: `Officer ${i + 1}`,
          fingerprint: await keyFingerprint(base64(key.publicKey)),
        })),
      );
  const plan = {
    orgId: uuid(1),
    solicitationId: uuid(2),
    vendorId: uuid(3),
    bidId: uuid(4),
    revision: 2,
    envelopes: envelopes.map((envelope, i) => ({ id: uuid(10 + i), envelope })),
    officers,
    keyStoreKey: base64(store.publicKey),
    mostBytes: 64 * 1024 * 1024,
  };
  const desk = {
    number: "ITB-2027-00009",
    title: "Löschwasser – pumps",
    dueAt: "2026-12-01T20:00:00Z",
    lots: [{ id: uuid(5), lotNo: 1, title: "Pumps" }],
    items: [
      {
        id: uuid(6),
        lotId: uuid(5),
        itemNo: 1,
        description: "Pump",
        quantity: "4",
        unit: "each",
        optional: false,
        alternates: true,
      },
      {
        id: uuid(7),
        lotId: uuid(5),
        itemNo: 2,
        description: "Hose",
        quantity: "8",
        unit: "set",
        optional: false,
        alternates: false,
      },
    ],
    requirements: [
      {
        id: uuid(8),
        kind: "document",
        label: "Technical proposal",
        guidance: "",
        mandatory: true,
        envelope: "technical",
      },
      {
        id: uuid(9),
        kind: "text",
        label: "References",
        guidance: "Three",
        mandatory: true,
        envelope: "technical",
      },
    ],
    addenda: [{ addendumNo: 1, title: "Diesel", material: true }],
  };
  return {
    store,
    keys,
    officers,
    file: write("plan.json", { format: "levee-sealing-plan/1", plan, desk }),
    desk,
    plan,
  };
};
type Sealed = {
  bidId: string;
  addendaAcknowledged: number[];
  envelopes: { envelope: string; manifest: Manifest; ciphertext: string }[];
};

/** The template filled in as a vendor does. */
const filled = (file: string) => {
  const bid = JSON.parse(run("template", file).out) as {
    statement: string;
    addendaAcknowledged: number[];
    answers: { value?: string; file?: string }[];
    lines: { unitPrice: string; noBid: boolean; leadDays: number | null }[];
    discounts: object[];
  };
  Object.assign(bid.answers[0]!, { file: "proposal.pdf" });
  Object.assign(bid.answers[1]!, { value: "Elm, Ash & Birch – „gut“" });
  Object.assign(bid.lines[0]!, {
    unitPrice: "9,400.50",
    leadDays: 30,
    alternate: "Used, tested",
    alternatePrice: "7000",
  });
  Object.assign(bid.lines[1]!, { noBid: true });
  return {
    ...bid,
    statement: "Überall Strom",
    addendaAcknowledged: [1],
    discounts: [{ lots: [1], from: "10000.00", percent: "2" }],
  };
};

describe("a bid sealed without network", () => {
  test.each([
    ["one envelope", ["bid"], false],
    ["technical and price apart", ["technical", "price"], false],
    ["held by the key store alone", ["bid"], true],
  ] as const)(
    "%s opens with the product's own code, and says what was typed",
    async (_, envelopes, held) => {
      const made = await planned([...envelopes], held);
      write("proposal.pdf", "Pumps that start in the cold.");
      const said = run("seal", made.file, write("bid.json", filled(made.file)), "--out", folder);
      expect(said, said.err).toMatchObject({
        status: 0,
        out: expect.stringContaining("SEALED revision 2 of your bid on ITB-2027-00009"),
      });
      for (const officer of made.officers ?? [])
        expect(said.out).toContain(`to ${officer.name}: ${officer.fingerprint}`);
      expect(said.out).toContain(
        `to the key store: ${await keyFingerprint(made.plan.keyStoreKey)}`,
      );
      const sealed = JSON.parse(
        readFileSync(join(folder, "bid-ITB-2027-00009-2.sealed.json"), "utf8"),
      ) as Sealed;
      expect(
        submitInput.safeParse({
          manifests: sealed.envelopes.map((each) => each.manifest),
          addendaAcknowledged: sealed.addendaAcknowledged,
        }).error?.issues,
      ).toBeUndefined();
      const sent =
        JSON.stringify(sealed) +
        sealed.envelopes
          .map((each) => Buffer.from(each.ciphertext, "base64").toString("latin1"))
          .join("");
      expect(sent).not.toMatch(/9400\.50|Elm, Ash|start in the cold/);
      const parts: Record<string, unknown> = {};
      for (const { envelope, manifest, ciphertext } of sealed.envelopes) {
        const digest = await bindingDigest(manifest.binding);
        const shares = await Promise.all(
          manifest.shares.map((share, i) => openShare(digest, share, made.keys[i]!)),
        );
        const part = await openServerPart(manifest.binding, manifest.serverPart, made.store);
        // Any two of three.
        for (const pair of held
          ? [[]]
          : [
              [0, 1],
              [0, 2],
              [1, 2],
            ])
          Object.assign(
            parts,
            (
              await openEnvelope(
                manifest,
                unbase64(ciphertext),
                part,
                pair.map((i) => shares[i]!),
              )
            ).content,
          );
        const { files, plain, ephemerals } = await openEnvelope(
          manifest,
          unbase64(ciphertext),
          part,
          shares.slice(0, 2),
        );
        expect(files.map((each) => [each.name, each.mediaType, each.bytes])).toEqual(
          envelope === "price"
            ? []
            : [["proposal.pdf", "application/pdf", utf8("Pumps that start in the cold.")]],
        );
        expect(
          readFileSync(join(folder, `bid-ITB-2027-00009-2-${envelope}.plain`)).equals(
            Buffer.from(plain),
          ),
        ).toBe(true);
        // The enclosed ephemeral keys prove what was sealed to whom, as those of a browser do.
        for (const { x, enc, key } of ephemerals)
          expect(
            await wasSealedAs(
              manifest.binding,
              manifest.shares[x - 1]!,
              shares[x - 1]!,
              made.officers![x - 1]!.publicKey,
              { publicKey: unbase64(enc), privateKey: await importPrivate(unbase64(key)) },
            ),
          ).toBe(true);
      }
      expect(technicalContent.parse(parts.technical)).toMatchObject({
        statement: "Überall Strom",
        answers: [{ requirementId: uuid(9), value: "Elm, Ash & Birch – „gut“" }],
        addendaAcknowledged: [1],
        files: [{ requirementId: uuid(8), name: "proposal.pdf" }],
      });
      expect(priceContent.parse(parts.price)).toMatchObject({
        lines: [
          { itemId: uuid(6), unitPrice: "9400.50", leadDays: 30, noBid: false, alternate: "" },
          { itemId: uuid(6), unitPrice: "7000", leadDays: 30, alternate: "Used, tested" },
          { itemId: uuid(7), unitPrice: null, noBid: true },
        ],
        discounts: [{ lotIds: [uuid(5)], fromCents: 10_000_00, percent: "2" }],
        validDays: 90,
      });
    },
  );

  test("two sealings share nothing: other keys, salts and shares", async () => {
    const made = await planned(["bid"]);
    const bid = write("bid.json", filled(made.file));
    const twice = [0, 1].map(() => {
      run("seal", made.file, bid, "--out", folder);
      return JSON.parse(
        readFileSync(join(folder, "bid-ITB-2027-00009-2.sealed.json"), "utf8"),
      ) as Sealed;
    });
    const [one, two] = twice.map((each) => each.envelopes[0]!.manifest) as [Manifest, Manifest];
    for (const of of [
      (m: Manifest) => m.ciphertextSha256,
      (m: Manifest) => m.commitment,
      (m: Manifest) => m.serverPart.hash,
      (m: Manifest) => m.shares[0]!.hash,
      (m: Manifest) => m.shares[0]!.enc,
    ])
      expect(of(one)).not.toBe(of(two));
  });

  test("what is missing or wrong is named, and nothing is written", async () => {
    const made = await planned(["bid"]);
    const good = filled(made.file);
    const wrong = (change: (bid: ReturnType<typeof filled>) => void) => {
      const bid = structuredClone(good);
      change(bid);
      const said = run(
        "seal",
        made.file,
        write("wrong.json", bid),
        "--out",
        mkdtempSync(join(folder, "x-")),
      );
      return `${said.status} ${said.err}`;
    };
    expect(
      wrong((bid) => {
        bid.lines[0]!.unitPrice = "";
      }),
    ).toBe("1 NOT SEALED\nItem 1: enter a unit price, or set noBid\n");
    expect(
      wrong((bid) => {
        bid.lines[0]!.unitPrice = "1.23456";
      }),
    ).toContain("at most four decimals");
    expect(
      wrong((bid) => {
        Object.assign(bid.lines[1]!, { unitPrice: "5", noBid: false, alternate: "Other" });
      }),
    ).toContain("Item 2: no alternate is taken");
    expect(
      wrong((bid) => {
        bid.answers[1]!.value = " ";
      }),
    ).toContain("Answer: References");
    expect(
      wrong((bid) => {
        bid.answers[0]!.file = "";
      }),
    ).toContain("Enclose: Technical proposal");
    expect(
      wrong((bid) => {
        bid.addendaAcknowledged = [];
      }),
    ).toContain("Acknowledge addendum 1");
    expect(
      wrong((bid) => {
        bid.discounts = [{ lots: [7], from: "1", percent: "2" }];
      }),
    ).toContain("there is no lot 7");
    expect(
      run("seal", write("other.json", { format: "something" }), write("bid.json", good)),
    ).toMatchObject({ status: 1, err: expect.stringContaining("no sealing plan") });
    expect(run()).toMatchObject({ status: 1, err: expect.stringContaining("usage") });
  });
});
