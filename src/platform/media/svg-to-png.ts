/** Draws an SVG without texts as a PNG with this width in pixels. The library is loaded on first use, because it uses much memory. */
export async function svgToPng(svg: string, width: number): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  return (await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })).asPng();
}
