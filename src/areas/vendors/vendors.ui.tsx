import { Link } from "react-router";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import type { FieldProps } from "#web/kit/form/Field.tsx";
import type { VendorRow } from "./vendor/vendor.model.ts";

export { AsIssued } from "./merge/AsIssued.tsx";
export { certificationFilters, commodityFilter, vendorFilter } from "./vendor/list-filters.ts";

/** The name of a vendor as a link to its page; its number before it where the place has room. */
export function VendorLink({
  id,
  name,
  number,
}: {
  id: string;
  name: string;
  number?: string | null;
}) {
  return (
    <Link className="text-link" to={`/vendor-directory/${encodeURIComponent(id)}`}>
      {number && <span className="mono mr-2 text-t3">{number}</span>}
      {name}
    </Link>
  );
}

const placeOf = (vendor: VendorRow): string =>
  [vendor.city, vendor.state].filter(Boolean).join(", ");

/**
 * Chooses a vendor by typing name, number, place or UEI; the value is its id. `any` offers vendors
 * of every status, else only active ones.
 * `currentLabel` is the name of the vendor that the record has already.
 */
export function VendorPicker({
  any = false,
  ...props
}: FieldProps & {
  any?: boolean;
  currentLabel?: string | null;
  onPick?: (vendor: VendorRow) => void;
}) {
  return (
    <Combobox<VendorRow>
      {...props}
      path="/api/v1/vendors"
      query={any ? "count=none" : "status=active&count=none"}
      itemLabel={(vendor) => vendor.name}
      itemHint={(vendor) => [vendor.number, placeOf(vendor)].filter(Boolean).join(" · ")}
    />
  );
}
