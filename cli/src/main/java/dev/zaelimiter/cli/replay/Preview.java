package dev.zaelimiter.cli.replay;

import java.util.List;

/**
 * How a file would be read.
 *
 * @param file its name
 * @param format what it is made of
 * @param header its columns
 * @param sample its first rows
 * @param columns what stands where
 */
record Preview(String file, InputFormat format, List<String> header, Sample sample, Columns columns) {}
