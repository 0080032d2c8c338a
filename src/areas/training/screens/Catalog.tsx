import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { CourseRow } from "../course/course.model.ts";
import { useEnroll } from "./Courses.tsx";

const how = ({ code, outside, asks, minutes }: CourseRow): string =>
  [
    code,
    outside && "taken outside, its certificate is entered here",
    !outside && asks > 0 && `${counted(asks, "question")} at its end`,
    !outside && asks === 0 && "by a session",
    minutes > 0 && `about ${counted(minutes, "minute")}`,
  ]
    .filter(Boolean)
    .join(", ");

/** The courses in force, for whoever wants to take one. */
export function Catalog() {
  const enroll = useEnroll();
  const list = useGet<{ items: CourseRow[] }>("training-courses", "/api/v1/training-courses");
  if (list.isPending) return <RecordSkeleton />;
  if (!list.data)
    return <ErrorPanel error={list.error} what="The courses" onRetry={() => void list.refetch()} />;
  const open = list.data.items.filter(({ status }) => status === "published");
  if (open.length === 0) return <p>No course is in force.</p>;
  return (
    <section className="grid gap-3">
      <h2>Courses in force</h2>
      <ul className="grid gap-3 md:grid-cols-2">
        {open.map((course) => (
          <li key={course.id} className="panel flex flex-wrap items-start gap-3 p-4">
            <span className="mr-auto grid min-w-0 flex-1 gap-1">
              <b>{course.name}</b>
              <span className="text-13 text-t2">{how(course)}</span>
            </span>
            <button
              type="button"
              className="btn btn-small"
              onClick={() => enroll(course.definitionId)}
            >
              Enroll<span className="sr-only"> in {course.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
