import { useEffect, useState } from "react";
import { currentTheme, setTheme } from "../theme.ts";
import { FormSample } from "./FormSample.tsx";
import { ListSample } from "./ListSample.tsx";
import { PartsSample } from "./PartsSample.tsx";
import { RecordSample } from "./RecordSample.tsx";
import { startSampleServer } from "./sampleServer.ts";
import { ImportSample, JobsSample, StatesSample } from "./StatesSample.tsx";

const parts = {
  parts: PartsSample,
  list: ListSample,
  record: RecordSample,
  form: FormSample,
  states: StatesSample,
  jobs: JobsSample,
  import: ImportSample,
} as const;
type Part = keyof typeof parts;
const isPart = (text: string): text is Part => text in parts;

/** Every part of the kit with sample values. `?part=` shows one group. */
export default function KitWorkbench() {
  const [ready, setReady] = useState(false);
  const [part, setPart] = useState<Part>(() => {
    const asked = new URLSearchParams(window.location.search).get("part") ?? "";
    return isPart(asked) ? asked : "parts";
  });
  useEffect(() => {
    const stop = startSampleServer();
    document.title = "Kit | Levee";
    setReady(true);
    return stop;
  }, []);
  const Sample = parts[part];
  return (
    <div className="stack">
      <div className="toolbar no-print" role="region" aria-label="Workbench">
        <b>Kit</b>
        {(Object.keys(parts) as Part[]).map((name) => (
          <button
            key={name}
            type="button"
            className="btn btn-small"
            aria-pressed={name === part}
            onClick={() => setPart(name)}
          >
            {name}
          </button>
        ))}
        <button
          type="button"
          className="btn btn-small ml-auto"
          onClick={() => setTheme(currentTheme() === "dark" ? "light" : "dark")}
        >
          Other theme
        </button>
      </div>
      {ready && <Sample />}
    </div>
  );
}
