import { Plus, X } from "lucide-react";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { DecimalInput } from "#web/kit/form/inputs.tsx";
import { Panel } from "#web/kit/states.tsx";
import { type BidDraft, type DraftLine, lineOf, totalsOfDraft } from "./bid-draft.ts";
import type { BidDesk } from "./bid.model.ts";

type Props = {
  desk: BidDesk;
  draft: BidDraft;
  faults: ReadonlyMap<string, string>;
  onChange: (draft: BidDraft) => void;
};
const isPrice = (text: string) => /^\d{1,12}(\.\d{1,4})?$/.test(text);

function ItemLine({
  item,
  line,
  fault,
  onChange,
}: {
  item: BidDesk["items"][number];
  line: DraftLine;
  fault: string | undefined;
  onChange: (line: DraftLine) => void;
}) {
  const id = `line-${item.id}`;
  const set = (patch: Partial<DraftLine>) => onChange({ ...line, ...patch });
  const total =
    !line.noBid && isPrice(line.unitPrice) ? lineTotalCents(item.quantity, line.unitPrice) : null;
  return (
    <li className="grid gap-2 border-b border-hair px-4 py-3 last:border-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="mono text-13 text-t3">{item.itemNo}</span>
        <span className="min-w-0 flex-1 font-medium">
          {item.description}
          {item.optional && <span className="font-normal text-t3"> (optional)</span>}
        </span>
        <span className="text-13 text-t2 tabular-nums">
          {shownDecimal(item.quantity)} {item.unit}
        </span>
      </div>
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
        <div className="field">
          <label htmlFor={id}>Unit price, $</label>
          <DecimalInput
            id={id}
            least={2}
            value={line.unitPrice}
            disabled={line.noBid}
            aria-invalid={Boolean(fault)}
            aria-describedby={fault ? `${id}-error` : undefined}
            onChange={(unitPrice) => set({ unitPrice })}
          />
        </div>
        <div className="field">
          <label htmlFor={`lead-${item.id}`}>Lead time, days</label>
          <DecimalInput
            id={`lead-${item.id}`}
            value={line.leadDays}
            disabled={line.noBid}
            onChange={(leadDays) => set({ leadDays })}
          />
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={line.noBid}
            onChange={(event) => set({ noBid: event.target.checked })}
          />
          <span>No bid</span>
        </label>
        <p className="text-right text-t2 tabular-nums">
          <span className="visually-hidden">Total of item {item.itemNo}: </span>
          {total === null ? "—" : formatCents(total)}
        </p>
      </div>
      {item.alternates && !line.noBid && (
        <div className="grid gap-3 sm:grid-cols-[2fr_1fr]">
          <div className="field">
            <label htmlFor={`alternate-${item.id}`}>
              Alternate <span className="optional">(optional)</span>
            </label>
            <input
              id={`alternate-${item.id}`}
              className="field-control"
              maxLength={2000}
              value={line.alternate}
              onChange={(event) => set({ alternate: event.target.value })}
            />
          </div>
          {line.alternate && (
            <div className="field">
              <label htmlFor={`alternate-price-${item.id}`}>Its unit price, $</label>
              <DecimalInput
                id={`alternate-price-${item.id}`}
                least={2}
                value={line.alternatePrice}
                onChange={(alternatePrice) => set({ alternatePrice })}
              />
            </div>
          )}
        </div>
      )}
      {fault && (
        <p id={`${id}-error`} className="text-13 text-danger">
          {fault}
        </p>
      )}
    </li>
  );
}

function Discounts({ desk, draft, faults, onChange }: Props) {
  const set = (at: number, patch: Partial<BidDraft["discounts"][number]>) =>
    onChange({
      ...draft,
      discounts: draft.discounts.map((each, i) => (i === at ? { ...each, ...patch } : each)),
    });
  const toggle = (at: number, id: string) => {
    const { lotIds } = draft.discounts[at]!;
    set(at, {
      lotIds: lotIds.includes(id) ? lotIds.filter((each) => each !== id) : [...lotIds, id],
    });
  };
  return (
    <div className="grid gap-3">
      {draft.discounts.map((each, i) => (
        <fieldset key={i} className="grid gap-3 border-b border-hair pb-3">
          <legend className="font-medium">Discount {i + 1}</legend>
          <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
            <div className="field">
              <label htmlFor={`discount-${i}`}>From an order of, $</label>
              <DecimalInput
                id={`discount-${i}`}
                value={each.from}
                onChange={(from) => set(i, { from })}
              />
            </div>
            <div className="field">
              <label htmlFor={`percent-${i}`}>Percent off</label>
              <DecimalInput
                id={`percent-${i}`}
                value={each.percent}
                onChange={(percent) => set(i, { percent })}
              />
            </div>
            <button
              type="button"
              className="btn btn-quiet btn-icon"
              aria-label={`Remove discount ${i + 1}`}
              onClick={() =>
                onChange({ ...draft, discounts: draft.discounts.filter((_each, at) => at !== i) })
              }
            >
              <X aria-hidden="true" />
            </button>
          </div>
          <div className="flex flex-wrap gap-x-5">
            {desk.lots.map((lot) => (
              <label key={lot.id} className="check">
                <input
                  type="checkbox"
                  checked={each.lotIds.includes(lot.id)}
                  onChange={() => toggle(i, lot.id)}
                />
                <span>
                  Lot {lot.lotNo}, {lot.title}
                </span>
              </label>
            ))}
          </div>
          {faults.get(`discount-${i}`) && (
            <p className="text-13 text-danger">{faults.get(`discount-${i}`)}</p>
          )}
        </fieldset>
      ))}
      <div>
        <button
          type="button"
          className="btn btn-small"
          onClick={() =>
            onChange({
              ...draft,
              discounts: [
                ...draft.discounts,
                { lotIds: desk.lots.map((lot) => lot.id), from: "", percent: "" },
              ],
            })
          }
        >
          <Plus aria-hidden="true" />
          Add a discount
        </button>
      </div>
    </div>
  );
}

function Capacities({ desk, draft, faults, onChange }: Props) {
  const set = (at: number, patch: Partial<BidDraft["capacities"][number]>) =>
    onChange({
      ...draft,
      capacities: draft.capacities.map((each, i) => (i === at ? { ...each, ...patch } : each)),
    });
  return (
    <div className="grid gap-3">
      {draft.capacities.map((each, i) => (
        <div key={i} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
          <div className="field">
            <label htmlFor={`lot-of-${i}`}>Of</label>
            <select
              id={`lot-of-${i}`}
              className="field-control"
              value={each.lotId}
              onChange={(event) => set(i, { lotId: event.target.value })}
            >
              <option value="">everything</option>
              {desk.lots.map((lot) => (
                <option key={lot.id} value={lot.id}>
                  Lot {lot.lotNo}, {lot.title}
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor={`capacity-${i}`}>At most, $</label>
            <DecimalInput
              id={`capacity-${i}`}
              value={each.most}
              aria-invalid={faults.has(`capacity-${i}`)}
              onChange={(most) => set(i, { most })}
            />
          </div>
          <button
            type="button"
            className="btn btn-quiet btn-icon"
            aria-label={`Remove limit ${i + 1}`}
            onClick={() =>
              onChange({ ...draft, capacities: draft.capacities.filter((_each, at) => at !== i) })
            }
          >
            <X aria-hidden="true" />
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          className="btn btn-small"
          onClick={() =>
            onChange({ ...draft, capacities: [...draft.capacities, { lotId: "", most: "" }] })
          }
        >
          <Plus aria-hidden="true" />
          Add a limit
        </button>
      </div>
    </div>
  );
}

/** Prices per lot and item, discounts, limits. Totals follow what is typed. */
export function BidPrices(props: Props) {
  const { desk, draft, faults, onChange } = props;
  const totals = totalsOfDraft(desk, draft);
  const groups = [
    ...desk.lots.map((lot) => ({
      id: lot.id as string | null,
      title: `Lot ${lot.lotNo}, ${lot.title}`,
    })),
    ...(desk.items.some((item) => item.lotId === null) ? [{ id: null, title: "Items" }] : []),
  ];
  return (
    <>
      {groups.map((group, i) => (
        <Panel
          key={group.id ?? "items"}
          title={group.title}
          flush
          aside={
            <b className="font-semibold tabular-nums text-t1">
              {totals.lots[i]?.totalCents == null
                ? "no price yet"
                : formatCents(totals.lots[i].totalCents)}
            </b>
          }
        >
          <ul>
            {desk.items
              .filter((item) => item.lotId === group.id)
              .map((item) => (
                <ItemLine
                  key={item.id}
                  item={item}
                  line={lineOf(draft, item.id)}
                  fault={
                    faults.get(`line-${item.id}`) ??
                    faults.get(`lead-${item.id}`) ??
                    faults.get(`alternate-${item.id}`)
                  }
                  onChange={(line) =>
                    onChange({ ...draft, lines: { ...draft.lines, [item.id]: line } })
                  }
                />
              ))}
          </ul>
        </Panel>
      ))}
      <Panel
        title="Terms of the prices"
        aside={
          <>
            Whole bid{" "}
            <b className="font-semibold tabular-nums text-t1">
              {totals.totalCents === null ? "—" : formatCents(totals.totalCents)}
            </b>
          </>
        }
      >
        <div className="grid gap-5">
          {desk.lots.length > 0 && (
            <>
              <Discounts {...props} />
              <Capacities {...props} />
            </>
          )}
          <div className="grid gap-3 sm:grid-cols-[160px_1fr]">
            <div className="field">
              <label htmlFor="valid-days">Valid for, days</label>
              <DecimalInput
                id="valid-days"
                value={draft.validDays}
                onChange={(validDays) => onChange({ ...draft, validDays })}
              />
            </div>
            <div className="field">
              <label htmlFor="price-note">
                Note to the prices <span className="optional">(optional)</span>
              </label>
              <input
                id="price-note"
                className="field-control"
                maxLength={4000}
                value={draft.note}
                onChange={(event) => onChange({ ...draft, note: event.target.value })}
              />
            </div>
          </div>
        </div>
      </Panel>
    </>
  );
}
