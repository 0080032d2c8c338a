import { useEffect, useRef, type PointerEvent } from "react";
import { markField, type Strokes } from "#kernel/mark.ts";

const paint = (canvas: HTMLCanvasElement, strokes: Strokes) => {
  const context = canvas.getContext("2d")!;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.lineWidth = 4;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = getComputedStyle(canvas).color;
  for (const stroke of strokes) {
    context.beginPath();
    for (let at = 0; at < stroke.length; at += 2) context.lineTo(stroke[at]!, stroke[at + 1]!);
    context.stroke();
  }
};

/** A field to draw a signature in, with finger, pen or mouse; whoever uses keys types instead. */
export function SignaturePad({
  strokes,
  onChange,
}: {
  strokes: Strokes;
  onChange: (strokes: Strokes) => void;
}) {
  const field = useRef<HTMLCanvasElement>(null);
  const open = useRef<number[] | null>(null);
  useEffect(() => paint(field.current!, strokes), [strokes]);
  const at = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    const clip = (n: number, most: number) => Math.round(Math.min(most, Math.max(0, n)));
    return [
      clip(((event.clientX - box.left) / box.width) * markField.width, markField.width),
      clip(((event.clientY - box.top) / box.height) * markField.height, markField.height),
    ];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    open.current = at(event);
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!open.current) return;
    open.current.push(...at(event));
    paint(event.currentTarget, [...strokes, open.current]);
  };
  const end = () => {
    const stroke = open.current;
    open.current = null;
    if (stroke && stroke.length >= 4) onChange([...strokes, stroke]);
  };
  return (
    <div>
      <canvas
        ref={field}
        width={markField.width}
        height={markField.height}
        className="field-control block h-auto w-full touch-none p-0 text-t1"
        role="img"
        aria-label={strokes.length ? "Your drawn signature" : "Draw your signature here"}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <button
        type="button"
        className="btn btn-quiet btn-small mt-1"
        disabled={strokes.length === 0}
        onClick={() => onChange([])}
      >
        Clear
      </button>
    </div>
  );
}
