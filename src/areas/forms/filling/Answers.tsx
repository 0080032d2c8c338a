import { FileLines } from "../file/FileLine.tsx";
import { markBox, pathOf } from "../file/mark.model.ts";
import {
  fieldsOf,
  takesFiles,
  type Asked,
  type Column,
  type FormField,
  type FormPage,
} from "../form/form.labels.ts";
import { cellInWords, inWords } from "./typed.model.ts";

const alignOf = ({ kind }: Column): string => (kind === "number" || kind === "money" ? "num" : "");

function Rows({ field, rows }: { field: FormField; rows: readonly Record<string, unknown>[] }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={field.label}>
      <table className="ledger" aria-label={field.label}>
        <thead>
          <tr>
            {field.columns.map((column) => (
              <th key={column.key} scope="col" className={alignOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {field.columns.map((column) => (
                <td key={column.key} className={alignOf(column)}>
                  {cellInWords(column, row[column.key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One answer: rows, files, a drawn signature, or words. */
function Answer({ field, value }: { field: FormField; value: unknown }) {
  const path = field.kind === "signature" ? pathOf(value) : null;
  if (path)
    return (
      <svg
        viewBox={markBox}
        className="h-auto w-full max-w-sm border-b border-t3 text-t1"
        role="img"
        aria-label="Drawn signature"
      >
        <path d={path} fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
      </svg>
    );
  if (!Array.isArray(value) || value.length === 0) return inWords(field, value);
  if (takesFiles(field)) return <FileLines ids={value} label={field.label} />;
  return field.kind === "table" ? (
    <Rows field={field} rows={value as Record<string, unknown>[]} />
  ) : (
    inWords(field, value)
  );
}

type Shown = { answers: Readonly<Record<string, unknown>>; has: (key: string) => boolean };

function PageAnswers({
  page,
  shown,
  onChange,
}: {
  page: FormPage;
  shown: Shown;
  onChange: (() => void) | undefined;
}) {
  const fields = fieldsOf({ pages: [page] }).filter((field) => shown.has(field.key));
  if (fields.length === 0) return null;
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-baseline gap-3">
        <h3>{page.title}</h3>
        {onChange && (
          <button
            type="button"
            className="btn btn-small ml-auto"
            onClick={onChange}
            aria-label={`Change ${page.title}`}
          >
            Change
          </button>
        )}
      </div>
      <dl className="grid gap-3">
        {fields.map((field) => {
          const value = shown.answers[field.key];
          return (
            <div key={field.key} className="grid gap-0.5">
              <dt className="text-13 text-t3">{field.label}</dt>
              <dd className="min-w-0 break-words whitespace-pre-wrap">
                <Answer field={field} value={value} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Answers page by page; only questions that are shown. `onChange` leads back to a page. */
export function Answers({
  form,
  answers,
  has = () => true,
  onChange,
}: {
  form: Asked;
  answers: Readonly<Record<string, unknown>>;
  has?: (key: string) => boolean;
  onChange?: (page: number) => void;
}) {
  return (
    <div className="grid gap-6">
      {form.pages.map((page, at) => (
        <PageAnswers
          key={page.title + String(at)}
          page={page}
          shown={{ answers, has }}
          onChange={onChange ? () => onChange(at) : undefined}
        />
      ))}
    </div>
  );
}
