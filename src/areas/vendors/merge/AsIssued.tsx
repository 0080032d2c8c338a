import type { AsIssuedVendor } from "./as-issued.model.ts";

/** Says how a document named its vendor, where the vendor's record was merged since. */
export function AsIssued({ issuedTo }: { issuedTo: AsIssuedVendor }) {
  if (!issuedTo) return null;
  return (
    <p className="notice tone-info">
      It went out in the name of {issuedTo.number} {issuedTo.name}
      {issuedTo.address && `, ${issuedTo.address}`}. Two records of the vendor were merged since;
      this document says what it said.
    </p>
  );
}
