import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { isDate } from "#kernel/time.ts";
import type { Asked, FormField } from "#areas/forms/forms.public.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";

const rowOf = (field: FormField, row: Record<string, unknown>): string =>
  field.columns.flatMap(({ key }) => (row[key] === undefined ? [] : [String(row[key])])).join(", ");

const shown = (field: FormField, value: unknown): string =>
  typeof value === "boolean"
    ? value
      ? "Yes"
      : "No"
    : field.kind === "money" && typeof value === "number"
      ? formatCents(value)
      : field.kind === "date" && typeof value === "string" && isDate(value)
        ? formatDate(value)
        : field.kind === "table" && Array.isArray(value)
          ? value.map((row: Record<string, unknown>) => rowOf(field, row)).join("; ")
          : (field.options.find((one) => one.value === value)?.label ?? String(value));

/** A form as it was filled in. */
export function FormAnswers({
  form,
  answers,
}: {
  form: Asked;
  answers: Readonly<Record<string, unknown>>;
}) {
  return form.pages.map((page) => (
    <section key={page.title} className="stack">
      <h2>{page.title}</h2>
      <Facts>
        {page.sections
          .flatMap((section) => section.fields)
          .filter((field) => field.key in answers)
          .map((field) => (
            <Fact key={field.key} label={field.label}>
              {shown(field, answers[field.key])}
            </Fact>
          ))}
      </Facts>
    </section>
  ));
}
