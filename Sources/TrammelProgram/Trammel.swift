import Trammel

@main struct Program: TrammelMain {}
