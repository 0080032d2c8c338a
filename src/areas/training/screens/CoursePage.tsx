import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import type { CourseRow } from "../course/course.model.ts";
import { QuestionsPanel } from "./QuestionsPanel.tsx";

const CourseDialog = dialogOnDemand(async () => (await import("./CourseDialog.tsx")).CourseDialog);

/** An edition of a course: its lessons, and the bank that its questions are drawn of. */
export default function CoursePage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [changing, setChanging] = useState(false);
  const list = useGet<{ items: CourseRow[] }>("training-courses", "/api/v1/training-courses");
  if (list.isPending) return <RecordSkeleton />;
  if (!list.data)
    return <ErrorPanel error={list.error} what="The course" onRetry={() => void list.refetch()} />;
  const course = list.data.items.find((one) => one.id === id);
  if (!course)
    return (
      <EmptyState page kind="first-use" title="There is no such course">
        <Link to={pathTo("training")}>Training</Link> has those that there are.
      </EmptyState>
    );
  return (
    <div className="stack">
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">{course.name}</h1>
        {can("training.edit") && (
          <button type="button" className="btn" onClick={() => setChanging(true)}>
            {course.status === "draft" ? "Change" : "Next edition"}
          </button>
        )}
      </header>
      <p className="finding">
        Edition {course.versionNo}, {course.status}: {course.code},{" "}
        {course.outside
          ? "taken outside"
          : course.asks > 0
            ? `${counted(course.asks, "question")}, ${course.passPercent} percent pass`
            : "completed by a session"}
        .
      </p>
      <Panel title="About">
        <p>{course.about}</p>
      </Panel>
      {course.lessons.map(({ title, text }) => (
        <Panel key={title} title={title}>
          <div className="max-w-[68ch] whitespace-pre-line">{text}</div>
        </Panel>
      ))}
      {can("training.edit") && !course.outside && <QuestionsPanel courseId={course.definitionId} />}
      {changing && <CourseDialog course={course} onClose={() => setChanging(false)} />}
    </div>
  );
}
