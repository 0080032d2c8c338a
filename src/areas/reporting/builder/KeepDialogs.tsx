import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import type { SavedReportRecord } from "../report/report.model.ts";
import type { Asked } from "./address.ts";

type Props = {
  asked: Asked;
  name: string;
  onClose: () => void;
  onDone: (made: { id: string }) => void;
};
const questionOf = ({ chart: _chart, report: _report, ready: _ready, ...question }: Asked) =>
  question;

/** Keeps what the question answers now, under a name. */
export function KeepDialog({ asked, name, onClose, onDone }: Props) {
  return (
    <PostDialog
      title="Keep this run"
      description="Question, moment and every figure are kept with their hash, and nobody changes them."
      path="/api/v1/kept-runs"
      submit="Keep this run"
      values={{ name }}
      bodyOf={(values) => ({
        ...values,
        question: questionOf(asked),
        reportId: asked.report,
        ready: asked.report ? null : asked.ready,
      })}
      nouns={["kept-runs", "saved-reports", "ready-reports"]}
      onClose={onClose}
      onDone={onDone}
    >
      <TextField name="name" label="Name" required />
    </PostDialog>
  );
}

/** Saves the question as a report of one's own, or the changes of one's own report. */
export function SaveDialog({
  asked,
  name,
  report,
  onClose,
  onDone,
}: Props & { report?: SavedReportRecord }) {
  return (
    <PostDialog
      title={report ? "Save changes" : "Save as report"}
      description="Only you see it until you share it with the agency. Each reader gets the figures that they may read."
      path={report ? `/api/v1/saved-reports/${report.id}` : "/api/v1/saved-reports"}
      {...(report && { method: "PUT" as const, version: report.version })}
      submit="Save"
      values={{ name }}
      bodyOf={(values) => ({ ...values, question: questionOf(asked), chart: asked.chart })}
      nouns={["saved-reports"]}
      onClose={onClose}
      onDone={onDone}
    >
      <TextField name="name" label="Name" required />
    </PostDialog>
  );
}
