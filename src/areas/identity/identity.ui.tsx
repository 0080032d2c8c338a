export { KeepChoices, nothingChosen } from "./screens/KeepChoices.tsx";
