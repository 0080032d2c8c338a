import { formatCents } from "#kernel/money.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { CheckboxField } from "#web/kit/form/fields.tsx";
import type { AwardDetail } from "./award.fields.model.ts";

/** What an award orders beyond the requisitions, and the consent to it. */
export function GrowthField({
  shortages,
  label,
}: {
  shortages: AwardDetail["shortages"];
  label: string;
}) {
  if (shortages.length === 0) return null;
  return (
    <>
      <ul className="checks" aria-label="Beyond the requisition">
        {shortages.map((each) => (
          <li key={each.itemId} className="warn">
            <span>
              {each.description}: {plainDecimal(each.beyond)} {each.unit} beyond{" "}
              {each.requisitionNumber}, which has {plainDecimal(each.left)} {each.unit} left;{" "}
              {formatCents(each.cents)} more
              {each.announced && ", as an addendum said"}
            </span>
          </li>
        ))}
      </ul>
      {shortages.some((each) => !each.announced) && (
        <CheckboxField
          name="growth"
          label={label}
          hint="It is encumbered from the account that you choose."
        />
      )}
    </>
  );
}
