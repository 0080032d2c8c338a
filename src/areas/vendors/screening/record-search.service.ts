import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { vendor } from "../vendors.tables.ts";
import { hasExclusionList } from "./exclusion-list.service.ts";
import { exclusionSearch } from "./screening.tables.ts";
import { screenVendor } from "./screening.service.ts";
import type { SearchInput } from "./screening.model.ts";
import { searchDays, subjectOf } from "./standing-search.service.ts";

const pictures = new Set(["application/pdf", "image/png", "image/jpeg", "image/webp"]);

/**
 * Keeps a search of SAM.gov that the actor made by hand for a vendor, with its picture, and screens the
 * vendor by it: clear, or excluded. For agencies without a list; it holds for the days of the rule
 * `exclusionSearch` (2 CFR 180.300(a) asks for a check of SAM.gov). 409 `list_loaded` with a list, 422
 * for a day to come or one that ran out, and for a file that is no picture and no PDF.
 */
export const recordSearch = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  { searchedOn, excluded, note: words, fileId }: SearchInput,
): Promise<void> => {
  if (await hasExclusionList(tx))
    throw conflict("list_loaded", "An exclusion list is loaded. Screen the vendor against it.");
  const before = await lockRow(tx, vendor, vendorId, "vendor");
  const today = businessDate(tx.scope);
  const days = await searchDays(tx);
  if (searchedOn > today)
    throw invalidField("searchedOn", "This day is still to come.", "search_to_come");
  if (addDays(searchedOn, days) < today)
    throw invalidField(
      "searchedOn",
      `A search holds for ${days} days: this one ran out on ${formatDate(addDays(searchedOn, days))}. Search again.`,
      "search_over",
    );
  const file = await requireSeenFile(tx, actor, fileId);
  if (!pictures.has(file.mediaType))
    throw invalidField("fileId", "Add a picture or a PDF of the result.", "file_type");
  const row = await insertRow(tx, exclusionSearch, {
    orgId: actor.orgId!,
    id: newId(),
    vendorId,
    searchedOn: searchedOn as never,
    excluded,
    note: words,
    subject: subjectOf(before),
    fileId,
    personId: actor.personId!,
    at: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "vendor", before, {
    action: "recordSearch",
    after: { searchedOn, excluded, file: file.name, sha256: file.sha256 },
    note: words || null,
    event: null,
  });
  await screenVendor(tx, actor, row.vendorId, "demand");
};
