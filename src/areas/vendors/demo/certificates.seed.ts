import type { Actor } from "#kernel/access.ts";
import { utcDay } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { certificateInput } from "../certification/certification.model.ts";
import { addCertification } from "../certification/certification.service.ts";
import type { Certification } from "../vendor/vendor.labels.ts";
import type { DemoVendor } from "./vendors.data.ts";

const day = 86_400_000;
const dateIn = (days: number): string => utcDay(Date.now() + days * day);

/**
 * Of two firms of three the certificates are recorded with their days, of the others what they state.
 */
export const isDated = (at: number): boolean => at % 3 !== 0;
const certifiers: Partial<Record<Certification, string>> = {
  mbe: "Central Certification Program (CERT)",
  wbe: "Central Certification Program (CERT)",
  sb: "Central Certification Program (CERT)",
  vosb: "Central Certification Program (CERT)",
  dbe: "Minnesota Unified Certification Program",
  lsa: "U.S. Department of Labor",
};

/** Records the certificates of one of the demo's firms with their days. */
export const certifyDemo = async (tx: Tx, buyer: Actor, id: string, v: DemoVendor, at: number) => {
  if (!isDated(at)) return;
  for (const [n, kind] of (v.certified as readonly Certification[]).entries())
    await addCertification(
      tx,
      buyer,
      id,
      certificateInput.parse({
        kind,
        certifier: certifiers[kind] ?? "U.S. Small Business Administration",
        certificateNumber: `${kind.toUpperCase()}-${String(10_400 + at * 7 + n)}`,
        validFrom: dateIn(-900 - ((at * 31) % 300)),
        validTo: at % 5 === 0 && n > 0 ? null : dateIn(12 + ((at * 41) % 500)),
      }),
    );
};
