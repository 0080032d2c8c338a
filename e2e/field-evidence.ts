// The evidence package of what captures made, checked by the product's verifier as a stranger does.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Session } from "./field-steps.ts";

const tool = new URL("../bin/audit-verify.mjs", import.meta.url);
const { fileOfPackage } = (await import(tool.href)) as {
  fileOfPackage: (path: string, name: string) => Promise<Buffer>;
};

const packageOf = async (auditor: Session, objectIds: readonly string[]): Promise<Buffer> => {
  const path = "/api/v1/evidence-packages";
  const title = `Captured in the field ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await auditor.post<{ id: string }>(path, { title, objectIds });
  const made = async () => {
    const { items } = await auditor.get<{ items: { id: string; sha256: string | null }[] }>(
      `${path}?limit=50`,
    );
    return items.find((one) => one.id === id)?.sha256 ?? null;
  };
  await expect.poll(made, { timeout: 120_000, interval: 500 }).not.toBeNull();
  return auditor.bytes(`${path}/${id}/file`);
};

/**
 * Has the package of these records made, and checks it with a copy of the verifier in a folder of its
 * own: it HOLDS, each of `hashes` (of captures, in hex) stands in an entry of it, and with one byte
 * changed it does not hold. Gives its bytes.
 */
export const provePackage = async (
  auditor: Session,
  objectIds: readonly string[],
  hashes: readonly string[],
): Promise<number> => {
  const zip = await packageOf(auditor, objectIds);
  const { verifierKey } = await auditor.get<{ verifierKey: string }>("/api/v1/audit-key");
  const folder = mkdtempSync(join(tmpdir(), "levee-stranger-"));
  const at = (name: string) => join(folder, name);
  const verify = (bytes: Buffer) => {
    writeFileSync(at("package.zip"), bytes);
    const said = spawnSync(
      process.execPath,
      [at("verify.mjs"), at("package.zip"), "--key", at("key.txt")],
      { cwd: folder, env: {}, encoding: "utf8" },
    );
    return { verdict: said.stdout.trim().split("\n").at(-1), code: said.status };
  };
  try {
    copyFileSync(tool, at("verify.mjs"));
    writeFileSync(at("key.txt"), verifierKey);
    const changed = Buffer.from(zip);
    const middle = Math.floor(changed.length / 2);
    changed[middle] = changed[middle]! ^ 1;
    expect(verify(changed).code).not.toBe(0);
    expect(verify(zip)).toEqual({ verdict: "HOLDS", code: 0 });
    const entries = (await fileOfPackage(at("package.zip"), "audit.jsonl")).toString("utf8");
    expect(hashes.filter((hash) => !entries.includes(hash))).toEqual([]);
    return zip.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
