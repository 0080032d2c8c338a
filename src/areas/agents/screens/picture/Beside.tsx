import { useEffect, useState } from "react";
import type { BesideValue, Picture, PicturePage } from "#kernel/picture.ts";
import { messageOf, readBytes } from "#web/kit/api.ts";
import { PlacedPages } from "#web/kit/document/PlacedPages.tsx";

type Of = Extract<Picture, { kind: "beside" }>;

function Page({
  page,
  at,
  values,
}: {
  page: PicturePage;
  at: string | null;
  values: readonly BesideValue[];
}) {
  const [bytes, setBytes] = useState<Uint8Array | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { fileId } = page;
  useEffect(() => {
    let over = false;
    setBytes(null);
    readBytes(`/api/v1/files/${fileId}`).then(
      (read) => over || setBytes(read),
      (error: unknown) => over || setFailed(messageOf(error)),
    );
    return () => {
      over = true;
    };
  }, [fileId]);
  if (failed) return <p className="notice tone-warning">{failed}</p>;
  const labels = Object.fromEntries(values.map(({ field, label }) => [field, label]));
  return <PlacedPages of={{ ...page, bytes, labels }} at={at} />;
}

function Value({
  of,
  heads,
  at,
  look,
}: {
  of: BesideValue;
  heads: Of["heads"];
  at: boolean;
  look: (() => void) | null;
}) {
  const { label, said, record } = of;
  const differs = record !== "" && record !== said;
  const words = (
    <>
      <span className="text-13 text-t2">{label}</span>
      <span className="flex flex-wrap items-baseline gap-x-4">
        <span className="min-w-0 break-words">
          <span className="sr-only">{heads[0]}: </span>
          <strong className="font-medium">{said}</strong>
        </span>
        {record && (
          <span className={`min-w-0 break-words ${differs ? "text-warning" : "text-t2"}`}>
            {heads[1]}: {record}
          </span>
        )}
      </span>
    </>
  );
  const shape = `grid w-full gap-0.5 rounded border border-hair p-2 text-left ${at ? "bg-s2" : ""}`;
  if (!look) return <div className={shape}>{words}</div>;
  return (
    <button
      type="button"
      className={`${shape} hover:bg-s2`}
      aria-pressed={at}
      onClick={look}
      onFocus={look}
    >
      {words}
    </button>
  );
}

/** What a document says beside what the record says, and the page with the place of the value in hand. */
export function Beside({ of }: { of: Of }) {
  const { page, values, heads } = of;
  const [at, setAt] = useState<string | null>(values[0]?.field ?? null);
  const placed = new Set(page?.marks.map(({ field }) => field));
  const list = (
    <ul className={page ? "grid content-start gap-2" : "grid gap-2 md:grid-cols-2"}>
      {values.map((value) => (
        <li key={value.field} className="min-w-0">
          <Value
            of={value}
            heads={heads}
            at={page !== null && value.field === at}
            look={placed.has(value.field) ? () => setAt(value.field) : null}
          />
        </li>
      ))}
    </ul>
  );
  if (!page) return list;
  return (
    <div className="beside-pages beside-picture">
      <div className="min-w-0">
        <Page page={page} at={at} values={values} />
      </div>
      {list}
    </div>
  );
}
