import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { QuantityField } from "#web/kit/form/fields.tsx";
import { counted } from "#kernel/words.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import type { ToBuy } from "./lines.model.ts";
import { mostMeasurements } from "./most.ts";

type Line = ToBuy["lines"][number];
export type Account = { id: string; code: string; label: string };

/** Chooses an account that pays. */
export function AccountField({
  name,
  label,
  hint,
  required = false,
  current = null,
}: {
  name: string;
  label: string;
  hint?: string | undefined;
  required?: boolean;
  current?: string | null;
}) {
  return (
    <Combobox<Account>
      name={name}
      label={label}
      hint={hint}
      required={required}
      currentLabel={current}
      path="/api/v1/account-strings"
      itemLabel={(account) => `${account.code} · ${account.label}`}
    />
  );
}

function Facts({ line }: { line: Line }) {
  return (
    <ul className="grid gap-1 text-12 text-t2">
      <li>
        {[
          `${shownDecimal(line.quantity)} ${line.unit}`,
          line.costCode || "no cost code",
          line.commodityCode ?? "no commodity",
          line.parts.map(({ number }) => number).join(", "),
        ].join(" · ")}
      </li>
      {line.how.map((how) => (
        <li key={how}>{how}</li>
      ))}
      <li>
        {line.source}{" "}
        {line.orderId && (
          <Link className="underline" to={pathTo("order", { id: line.orderId })}>
            Open the order
          </Link>
        )}
      </li>
    </ul>
  );
}

/** Why measurements stay out of a draft. */
export function KeptOut({ found }: { found: ToBuy }) {
  if (found.kept.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h3>What stays out</h3>
      <ul className="text-13 text-t2">
        {found.kept.map(({ id, why }) => (
          <li key={id}>{why}</li>
        ))}
      </ul>
    </section>
  );
}

/** How many measurements a draft has no place for, and the way to them. */
export function TheRest({ found, onNext }: { found: ToBuy; onNext: (after: string) => void }) {
  const { rest, next } = found;
  if (next === null) return null;
  return (
    <div className="notice tone-info flex flex-wrap items-center gap-3">
      <p>
        A draft takes {mostMeasurements} measurements.{" "}
        {counted(rest, "more measurement is", "more measurements are")} left out of this one.
      </p>
      <button type="button" className="btn btn-small" onClick={() => onNext(next)}>
        Go on to the rest
      </button>
    </div>
  );
}

/** Where nothing can be sent: why, without a form. */
export function NothingToBuy({
  title,
  says,
  found,
  onNext,
  onClose,
}: {
  title: string;
  says: string;
  found: ToBuy;
  onNext: (after: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} description={says} onClose={onClose}>
      <div className="grid gap-3">
        <TheRest found={found} onNext={onNext} />
        <KeptOut found={found} />
        <button type="button" className="btn justify-self-start" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** Lines of what was measured, as the server computed them: only the price is typed, and who pays. */
export function BuyFields({ found, accounts }: { found: ToBuy; accounts: boolean }) {
  return (
    <>
      {found.lines.map((line, at) => (
        <fieldset key={line.key} className="grid gap-2 border-t border-hair pt-3">
          <legend className="text-14">{line.description}</legend>
          <Facts line={line} />
          <QuantityField
            name={`lines.${at}.unitPrice`}
            label={`Price of a unit of ${line.description}`}
            least={2}
          />
          {accounts && (
            <AccountField
              name={`lines.${at}.accountStringId`}
              label={`Account of ${line.description}, where another one pays`}
            />
          )}
        </fieldset>
      ))}
      <KeptOut found={found} />
    </>
  );
}
