export { LetterButton } from "./letter/LetterButton.tsx";
