export { RecordControls } from "./standing/RecordControls.tsx";
