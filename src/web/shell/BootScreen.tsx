import { Spinner } from "./Spinner.tsx";

/** What stands on the page until the app runs. */
export function BootScreen() {
  return (
    <div className="boot">
      <Spinner label="Loading Levee" />
    </div>
  );
}
