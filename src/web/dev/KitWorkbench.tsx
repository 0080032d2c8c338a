import { Panel } from "../kit/states.tsx";

export default function KitWorkbench() {
  return <div className="stack"><h1>Kit</h1><Panel title="Parts">Soon complete.</Panel></div>;
}
