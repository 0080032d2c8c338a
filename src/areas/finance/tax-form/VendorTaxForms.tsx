import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { TaxFormRow } from "./tax-form.model.ts";

function Forms({ vendorId }: { vendorId: string }) {
  const { data } = useGet<{ items: TaxFormRow[] }>(
    "tax-forms",
    `/api/v1/tax-forms?vendorId=${vendorId}&sort=-year&limit=4`,
  );
  if (!data) return <span className="text-t3">Loading…</span>;
  if (data.items.length === 0) return <>None counted: accounts and payments decide</>;
  return (
    <ul>
      {data.items.map((form) => (
        <li key={form.id}>
          <Link className="text-link" to={pathTo("taxYear", { id: form.yearId })}>
            {form.form} of {form.year}
          </Link>
          : {formatCents(form.total)}
          {form.problems.length > 0 && form.override !== "agreed" && (
            <span className="text-warning">, to settle</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What the counted years of form 1099 say of a vendor, for who may read them. */
export function VendorTaxForms({ vendorId }: { vendorId: string }) {
  const { can } = useAuth();
  return can("taxForm.read") ? (
    <Forms vendorId={vendorId} />
  ) : (
    <span className="text-t3">Accounts payable counts it</span>
  );
}
