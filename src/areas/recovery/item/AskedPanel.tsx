import { useState } from "react";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { SelectField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useList } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { overtimeAnswers } from "../schedule/schedule.labels.ts";
import type { Item } from "./item.model.ts";

const most = 50;

function AnswerDialog({
  projectId,
  items,
  onClose,
}: {
  projectId: string;
  items: readonly Item[];
  onClose: () => void;
}) {
  return (
    <PostDialog
      title="Say what this overtime was"
      description={`${counted(items.length, "line")}: the rule that follows is applied at once, and your reason stands beside it.`}
      path={`/api/v1/pa-projects/${projectId}/items/answer`}
      submit="Answer"
      nouns={["pa-items", "pa-projects"]}
      values={{ answer: "", reason: "" }}
      bodyOf={(values) => ({ ...values, itemIds: items.map((i) => i.id) })}
      onClose={onClose}
    >
      <SelectField
        name="answer"
        label="It was"
        required
        options={[{ value: "", label: "Choose" }, ...options(overtimeAnswers)]}
      />
      <ReasonField label="Who confirms it, by which roster" maxLength={500} />
    </PostDialog>
  );
}

/** Overtime that lies in scheduled hours: it counts for nothing until somebody says what it was. */
export function AskedPanel({ projectId, mayAnswer }: { projectId: string; mayAnswer: boolean }) {
  const [open, setOpen] = useState<readonly Item[] | null>(null);
  const found = useList<Item>(
    "/api/v1/pa-items",
    `projectId=${projectId}&asked=true&limit=${most}&sort=dayFrom`,
  );
  const items = found.data?.items ?? [];
  if (items.length === 0) return null;
  const parts: readonly LinePart<Item>[] = [
    {
      label: "Question",
      as: "title",
      cell: (i) => <span className="whitespace-normal">{i.asked}</span>,
    },
    { label: "Hours", as: "amount", cell: (i) => (i.minutes / 60).toFixed(2) },
  ];
  return (
    <Panel
      title="Overtime in scheduled hours"
      aside={
        mayAnswer && (
          <button type="button" className="btn btn-small" onClick={() => setOpen(items)}>
            Answer for all of these
          </button>
        )
      }
    >
      <p className="text-t2">
        Overtime within the schedule of its person:{" "}
        {counted(found.data?.total ?? items.length, "line")}. It counts once somebody says what it
        was.
      </p>
      <LineTable
        label="Overtime in scheduled hours"
        parts={
          mayAnswer
            ? [
                ...parts,
                {
                  label: "Answer",
                  cell: (i) => (
                    <button type="button" className="btn btn-small" onClick={() => setOpen([i])}>
                      Answer
                      <span className="visually-hidden"> for {i.person}</span>
                    </button>
                  ),
                },
              ]
            : parts
        }
        lines={items}
        keyOf={(i) => i.id}
      />
      {open && <AnswerDialog projectId={projectId} items={open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
