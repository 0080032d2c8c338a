import type { Assignment } from "./award.model.ts";
import { blankVendor, maxBidders, maxLots, type AwardForm, type VendorForm } from "./award.form.ts";

type GridProps = {
  form: AwardForm;
  change: (form: AwardForm) => void;
  problems: Readonly<Record<string, string>>;
  award: Assignment | null;
};

const terms: readonly (readonly [
  field: "capacity" | "from1" | "percent1" | "from2" | "percent2",
  label: string,
  hint: string,
])[] = [
  ["capacity", "Can take on at most", "dollars"],
  ["from1", "Discount from", "dollars"],
  ["percent1", "Discount", "percent"],
  ["from2", "Larger discount from", "dollars"],
  ["percent2", "Larger discount", "percent"],
];

const put = <T,>(list: readonly T[], at: number, value: T): readonly T[] =>
  list.map((old, i) => (i === at ? value : old));

function Cell({
  id,
  label,
  value,
  problems,
  onChange,
  text = false,
}: {
  id: string;
  label: string;
  value: string;
  problems: GridProps["problems"];
  onChange: (value: string) => void;
  text?: boolean;
}) {
  return (
    <input
      id={`award-${id}`}
      aria-label={label}
      className={text ? "live-cell live-name" : "live-cell num"}
      inputMode={text ? "text" : "numeric"}
      autoComplete="off"
      maxLength={text ? 24 : 9}
      value={value}
      title={problems[id]}
      aria-invalid={problems[id] ? true : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const plus = (form: AwardForm, what: "lot" | "vendor"): AwardForm =>
  what === "lot"
    ? {
        ...form,
        lots: [...form.lots, `Lot ${form.lots.length + 1}`],
        prices: [...form.prices, form.vendors.map((_, i) => (i === 0 ? "20,000" : ""))],
      }
    : {
        ...form,
        vendors: [...form.vendors, { ...blankVendor, name: `Vendor ${form.vendors.length + 1}` }],
        prices: form.prices.map((row) => [...row, ""]),
      };
const minus = (form: AwardForm, what: "lot" | "vendor"): AwardForm =>
  what === "lot"
    ? { ...form, lots: form.lots.slice(0, -1), prices: form.prices.slice(0, -1) }
    : {
        ...form,
        vendors: form.vendors.slice(0, -1),
        prices: form.prices.map((row) => row.slice(0, -1)),
      };

function Sizes({ form, change }: Pick<GridProps, "form" | "change">) {
  const sizes = [
    ["Remove the last lot", "lot", minus, form.lots.length > 1],
    ["Add a lot", "lot", plus, form.lots.length < maxLots],
    ["Remove the last vendor", "vendor", minus, form.vendors.length > 1],
    ["Add a vendor", "vendor", plus, form.vendors.length < maxBidders],
  ] as const;
  return (
    <div className="live-buttons">
      {sizes.map(([label, what, apply, possible]) => (
        <button
          key={label}
          type="button"
          className="btn btn-small"
          aria-disabled={!possible}
          onClick={() => {
            if (possible) change(apply(form, what));
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/**
 * The bids as a table to type in: a row for each lot, a column for each vendor with its terms
 * below. The winning bid of a lot is marked.
 */
export function AwardGrid({ form, change, problems, award }: GridProps) {
  const vendor = (i: number, patch: Partial<VendorForm>) =>
    change({ ...form, vendors: put(form.vendors, i, { ...form.vendors[i]!, ...patch }) });
  const names = form.vendors.map((each, i) => each.name.trim() || `Vendor ${i + 1}`);
  return (
    <>
      <div className="live-scroll" tabIndex={0} role="region" aria-label="Bids">
        <table className="ledger live-grid">
          <thead>
            <tr>
              <th scope="col">Lot, price in dollars</th>
              {form.vendors.map((each, i) => (
                <th key={i} scope="col">
                  <Cell
                    text
                    id={`vendor-${i}`}
                    label={`Name of vendor ${i + 1}`}
                    value={each.name}
                    problems={problems}
                    onChange={(name) => vendor(i, { name })}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {form.prices.map((row, lot) => (
              <tr key={lot}>
                <th scope="row">
                  <Cell
                    text
                    id={`lot-${lot}`}
                    label={`Name of lot ${lot + 1}`}
                    value={form.lots[lot]!}
                    problems={problems}
                    onChange={(name) => change({ ...form, lots: put(form.lots, lot, name) })}
                  />
                </th>
                {row.map((price, i) => (
                  <td key={i} data-won={award?.[lot] === i || undefined}>
                    <Cell
                      id={`price-${lot}-${i}`}
                      label={`${form.lots[lot]}, ${names[i]}, dollars${award?.[lot] === i ? ", wins" : ""}`}
                      value={price}
                      problems={problems}
                      onChange={(value) =>
                        change({ ...form, prices: put(form.prices, lot, put(row, i, value)) })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tbody className="live-terms">
            <tr>
              <th scope="row">Local vendor</th>
              {form.vendors.map((each, i) => (
                <td key={i}>
                  <label className="live-check">
                    <input
                      type="checkbox"
                      checked={each.local}
                      aria-label={`${names[i]} is local`}
                      onChange={(event) => vendor(i, { local: event.target.checked })}
                    />
                  </label>
                </td>
              ))}
            </tr>
            {terms.map(([field, label, hint]) => (
              <tr key={field}>
                <th scope="row">
                  {label} <span>{hint}</span>
                </th>
                {form.vendors.map((each, i) => (
                  <td key={i}>
                    <Cell
                      id={`${field}-${i}`}
                      label={`${names[i]}: ${label.toLowerCase()}, ${hint}`}
                      value={each[field]}
                      problems={problems}
                      onChange={(value) => vendor(i, { [field]: value })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Sizes form={form} change={change} />
    </>
  );
}
