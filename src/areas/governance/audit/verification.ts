// Verification in the browser, by the kernel's own code: the server is not asked whether its
// records are right.
import type { Finding, Report } from "#kernel/audit-bundle.ts";
import { BundleVerifier } from "#kernel/audit-verify.ts";
import {
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  type Checkpoint,
} from "#kernel/checkpoint.ts";
import { hasherFrom, verifyInclusion } from "#kernel/merkle.ts";
import { sha256 } from "#kernel/sha256.ts";
import { currentSession, refreshSession } from "#web/auth/session.ts";
import { ApiProblem } from "#web/kit/api.ts";
import type { AuditProof, BundleInput } from "./audit.model.ts";

const hasher = hasherFrom(sha256);
const PAUSE_AFTER = 2_000;

/**
 * Verifies a bundle with the text of a public key file; tells the number of entries so far, and
 * lets the page breathe. Throws RangeError for a bad key.
 */
export const verifyBundleFile = async (
  bundle: Blob,
  keyText: string,
  onProgress: (entries: number) => void,
): Promise<Report> => {
  const verifier = new BundleVerifier(parseVerifierKey(keyText), hasher);
  const reader = bundle.stream().getReader();
  let rest = new Uint8Array();
  let lines = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const bytes = new Uint8Array(rest.length + part.value.length);
    bytes.set(rest);
    bytes.set(part.value, rest.length);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      verifier.push(bytes.subarray(from, end));
      from = end + 1;
      if (++lines % PAUSE_AFTER === 0) {
        onProgress(Math.floor(lines / 2));
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    rest = bytes.slice(from);
  }
  if (rest.length > 0) verifier.push(rest);
  return verifier.finish();
};

export type ProofVerdict = { holds: true; checkpoint: Checkpoint } | { holds: false; why: string };

/**
 * Checks one entry's proof: content digest, leaf, path to the root, signature of the checkpoint.
 */
export const verifyProof = async (proof: AuditProof, keyText: string): Promise<ProofVerdict> => {
  const opened = await openNote(proof.checkpoint, parseVerifierKey(keyText));
  if ("problem" in opened)
    return { holds: false, why: `The checkpoint does not hold: ${opened.problem}.` };
  const checkpoint = parseCheckpoint(opened.text);
  const bytes = new TextEncoder().encode(proof.entry);
  if (
    proof.content !== null &&
    hasher.digest(new TextEncoder().encode(proof.content)) !== proof.entry.slice(-46, -2)
  )
    return { holds: false, why: "The fields are not the ones that were recorded." };
  if (
    !checkpoint ||
    !verifyInclusion(
      hasher,
      hasher.leaf(bytes),
      proof.index,
      checkpoint.size,
      proof.proof,
      checkpoint.root,
    )
  )
    return { holds: false, why: "The entry does not lead to the signed root." };
  return { holds: true, checkpoint };
};

/** Fetches an evidence bundle from the server. Throws ApiProblem. */
export const fetchBundle = async (input: BundleInput): Promise<Blob> => {
  const ask = () =>
    fetch("/api/v1/audit-bundles", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${currentSession()?.access_token ?? ""}`,
      },
      body: JSON.stringify(input),
    });
  let response = await ask();
  const session = currentSession();
  if (response.status === 401 && session && (await refreshSession(session.access_token)))
    response = await ask();
  if (!response.ok)
    throw new ApiProblem(
      response.status,
      (await response.json().catch(() => ({ detail: "The bundle could not be made." }))) as Record<
        string,
        unknown
      >,
    );
  return response.blob();
};

/** Offers a blob as a file. */
export const saveBlob = (name: string, blob: Blob): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

/** Where a finding stands, for a person. */
export const placeOf = (finding: Finding): string =>
  `Line ${finding.line.toLocaleString("en-US")}, byte ${finding.byte.toLocaleString("en-US")} of the file`;
