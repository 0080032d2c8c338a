import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { DropZone, uploadFile } from "#web/kit/form/DropZone.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { ColorField } from "./ColorField.tsx";
import { defaultColors } from "./colors.model.ts";
import type { LookFields, LookList, LookRow } from "./look.model.ts";
import { LookPreview } from "./Preview.tsx";

const whole = /^#[0-9a-f]{6}$/i;
const path = "/api/v1/agency-looks";

function Published({ items, onRestore }: { items: LookRow[]; onRestore: (row: LookRow) => void }) {
  const { me } = useAuth();
  const zone = me?.org?.timeZone ?? "UTC";
  return (
    <ul className="divide-y divide-hair">
      {items.map((row, at) => (
        <li key={row.number} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <span className="flex gap-1" aria-hidden="true">
            {[row.primaryColor, row.secondaryColor].map((color, which) => (
              <span
                key={which === 0 ? "first" : "second"}
                className="size-5 rounded-[4px] border border-hair"
                style={{ background: color }}
              />
            ))}
          </span>
          <span className="min-w-0 flex-1">
            Number {row.number}: {row.primaryColor}, {row.secondaryColor}
            {row.markUrl && ", with a mark"}
            <p className="text-13 text-t2">
              {row.publishedBy}, {formatInstant(row.createdAt, zone)}
              {row.restoredFrom !== null && ` · number ${row.restoredFrom} again`}
            </p>
          </span>
          {at === 0 ? (
            <span className="text-t2">In force</span>
          ) : (
            <button
              type="button"
              className="btn btn-quiet btn-small"
              aria-label={`Publish number ${row.number} again`}
              onClick={() => onRestore(row)}
            >
              Publish again
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

type Draft = LookFields & { markUrl: string | null };

const draftOf = (row: LookRow | undefined): Draft => ({
  primaryColor: row?.primaryColor ?? defaultColors.primaryColor.toLowerCase(),
  secondaryColor: row?.secondaryColor ?? defaultColors.secondaryColor.toLowerCase(),
  markFileId: row?.markFileId ?? null,
  markUrl: row?.markUrl ?? null,
});

function Mark({ draft, change }: { draft: Draft; change: (patch: Partial<Draft>) => void }) {
  const [busy, setBusy] = useState(false);
  const take = async ([file]: File[]) => {
    if (!file) return;
    setBusy(true);
    try {
      const stored = await uploadFile(file);
      change({ markFileId: stored.id, markUrl: URL.createObjectURL(file) });
    } catch (error) {
      notify.failed("The mark was not taken", error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="field">
      <span className="label">Mark</span>
      {draft.markFileId ? (
        <div className="flex items-center gap-3">
          {draft.markUrl && (
            <img src={draft.markUrl} alt="The chosen mark" className="h-10 w-auto max-w-[180px]" />
          )}
          <button
            type="button"
            className="btn"
            onClick={() => change({ markFileId: null, markUrl: null })}
          >
            Take it off
          </button>
        </div>
      ) : (
        <DropZone
          accept="image/png,image/jpeg,image/webp"
          busy={busy}
          onFiles={(files) => void take(files)}
        />
      )}
      <p className="hint">PNG, JPEG or WebP up to 2 MB. It stands in the head of every page.</p>
    </div>
  );
}

/** /utilities/theme: two colours and a mark, tried before they are published, and back. */
export default function Theme() {
  const { me } = useAuth();
  const client = useQueryClient();
  const read = useGet<LookList>("agency-looks", path);
  const [changed, setChanged] = useState<Draft | null>(null);
  const [busy, setBusy] = useState(false);
  if (read.isPending) return <RecordSkeleton />;
  if (read.isError)
    return <ErrorPanel error={read.error} what="The theme" onRetry={() => void read.refetch()} />;
  const { items, version } = read.data;
  const draft = changed ?? draftOf(items[0]);
  const change = (patch: Partial<Draft>) => setChanged({ ...draft, ...patch });
  const good = whole.test(draft.primaryColor) && whole.test(draft.secondaryColor);
  const send = async (to: string, body: object, done: string) => {
    setBusy(true);
    try {
      await api(to, { method: "POST", version, body });
      setChanged(null);
      await Promise.all([read.refetch(), client.invalidateQueries({ queryKey: ["me"] })]);
      notify.done(done);
    } catch (error) {
      notify.failed("Nothing was published", error);
    } finally {
      setBusy(false);
    }
  };
  const { markUrl: _shown, ...fields } = draft;
  return (
    <div className="grid min-w-0 gap-4">
      <h1>Theme</h1>
      <p className="max-w-[70ch] text-t2">
        Two colours and a mark for screens, letters and papers. Their lightness is moved until text
        reads on every surface of both themes, at a contrast of 4.5 to 1 at least.
      </p>
      <Panel title="Colours and mark">
        <div className="grid gap-4 md:grid-cols-3">
          <ColorField
            label="First colour"
            hint="Buttons, links, what has the focus."
            value={draft.primaryColor}
            onChange={(primaryColor) => change({ primaryColor })}
          />
          <ColorField
            label="Second colour"
            hint="The band above pages and papers."
            value={draft.secondaryColor}
            onChange={(secondaryColor) => change({ secondaryColor })}
          />
          <Mark draft={draft} change={change} />
        </div>
        <div className="mt-4 flex flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-primary"
            disabled={!changed || !good || busy}
            onClick={() => void send(path, fields, "Published: everybody sees it from now on")}
          >
            Publish
          </button>
          <button
            type="button"
            className="btn"
            disabled={!changed}
            onClick={() => setChanged(null)}
          >
            Discard
          </button>
          <button type="button" className="btn" onClick={() => setChanged(draftOf(undefined))}>
            The product's colours
          </button>
        </div>
      </Panel>
      {good && (
        <Panel title="Preview">
          <LookPreview
            colors={draft}
            name={me?.org?.name ?? "Your agency"}
            markUrl={draft.markUrl}
          />
        </Panel>
      )}
      {items.length > 0 && (
        <Panel title="Published">
          <Published
            items={items}
            onRestore={(row) =>
              void send(
                `${path}/${row.number}/actions/restore`,
                {},
                `Number ${row.number} holds again`,
              )
            }
          />
        </Panel>
      )}
    </div>
  );
}
