export { KeepChoices, nothingChosen } from "./screens/KeepChoices.tsx";
export { NotProved, useProof } from "./screens/useProof.tsx";
