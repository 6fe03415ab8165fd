// Rows of two numbers and a label as points, and back.
export const MOST_POINTS = 600;

/** The points behind the text, or null where it is more than two numbers and a label. */
export function pointsOf(csv) {
  if (csv.length > 60000) return null;
  const lines = csv.split(/\r?\n/).filter(line => line.trim() !== "").map(line => line.split(","));
  if (lines.length < 1 || lines.length > MOST_POINTS + 1 || lines.some(cells => cells.length !== 3)) return null;
  const body = isNaN(Number(lines[0][0])) ? lines.slice(1) : lines, names = [];
  const points = body.map(([x, y, name]) => {
    name = name.trim();
    if (!names.includes(name)) names.push(name);
    return {x: Number(x), y: Number(y), name, label: 0};
  });
  if (points.some(p => !Number.isFinite(p.x) || !Number.isFinite(p.y) || p.name === "")) return null;
  return names.length > 3 ? null : points;
}

export const textOfPoints = points => "x1,x2,class\n" + points.map(p => `${p.x},${p.y},${p.name}\n`).join("");

/** Labels by the classes' numbers, so that a mark means the same here and in the pictures. */
export function number(points, classes) {
  for (const point of points) point.label = Math.max(0, classes.indexOf(point.name));
}
