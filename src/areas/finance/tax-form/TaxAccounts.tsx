import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { taxBoxes } from "./tax-form.labels.ts";
import type { TaxAccountRow, TaxYearDetail } from "./tax-form.model.ts";

const choices = Object.entries(taxBoxes).map(([value, { label }]) => ({ value, label }));
const valueOf = ({ set, box }: TaxAccountRow) => (set ? (box ?? "none") : "");

/** Which accounts of a year's payments are reported where; one that nobody placed stops the review. */
export function TaxAccounts({ year }: { year: TaxYearDetail }) {
  const { can } = useAuth();
  const send = useMutationAction("tax-years", "tax-forms");
  const may = can("taxForm.edit") && year.status === "open";
  const place = (accountId: string, value: string) =>
    send
      .mutateAsync({
        method: "PUT",
        path: "/api/v1/tax-accounts",
        body: { accounts: [{ accountId, box: value === "none" ? null : value }] },
      })
      .catch((error: unknown) => notify.failed("It was not saved", error));
  return (
    <section className="grid gap-3">
      <h2>Accounts</h2>
      <p className="text-t2">
        The account of a bill decides form and box. Count the year again once all are placed.
      </p>
      <LineTable
        label="Accounts of the year's payments"
        parts={[
          { label: "Account", as: "title", cell: (a) => `${a.code} ${a.name}` },
          {
            label: "Reported",
            words: true,
            cell: (a) => (
              <select
                className="field-control"
                aria-label={`Reported: ${a.code} ${a.name}`}
                value={valueOf(a)}
                disabled={!may}
                onChange={(event) => void place(a.id, event.target.value)}
              >
                {!a.set && <option value="">Nobody said it</option>}
                <option value="none">Not reported: goods and the like</option>
                {choices.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            ),
          },
          {
            label: "Paid, $",
            as: "amount",
            cell: (a) => formatCents(a.paid, { symbol: false }),
          },
        ]}
        lines={year.accounts}
        keyOf={(a) => a.id}
      />
    </section>
  );
}
