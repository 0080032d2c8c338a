import { ProjectTable } from "./ProjectTab.tsx";

/** What stands between obligated money and a closed project. */
export default function CloseoutTab() {
  return (
    <div className="stack">
      <div>
        <h1>Closeout</h1>
        <p className="text-t2">
          A project closes when its work is complete, nothing eligible waits and every request is
          paid; a declaration when all its projects are closed.
        </p>
      </div>
      <ProjectTable fixed="status=obligated,complete" />
    </div>
  );
}
